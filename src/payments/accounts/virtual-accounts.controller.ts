import { Body, Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { RequireScope } from '../../http/access/token.guard.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers, tokenReasons } from '../../http/open-api.js';
import { replyByType } from '../../http/reply.js';
import { keyHolderOf, merchantOf } from '../../http/request-note.js';
import { markReplayed } from '../../http/replayed.js';
import { VirtualAccountDynamic } from './dynamic-account.dto.js';
import { VirtualAccountStatic } from './static-account.dto.js';
import { AccountChangeRequest, AccountParameters } from './virtual-account.dto.js';
import { VirtualAccountsService } from './virtual-accounts.service.js';

/** A virtual account of either kind. */
const VirtualAccount = replyByType('VirtualAccount', [VirtualAccountStatic, VirtualAccountDynamic]);
export type VirtualAccount = z.infer<typeof VirtualAccount>;

@ApiTags('Virtual accounts')
@Controller('api/v1/virtual-account')
export class VirtualAccountsController {
  constructor(private readonly service: VirtualAccountsService<VirtualAccount>) {}

  /** Returns one of your virtual accounts, with what it has received. */
  @Get(':accountNumber')
  @RequireScope('virtual-accounts:read')
  @Answers(VirtualAccount, [...tokenReasons, 'RESOURCE_NOT_FOUND'])
  async getVirtualAccount(
    @Param() { accountNumber }: AccountParameters,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<VirtualAccount>> {
    const { merchantId } = merchantOf(request);
    return ok('Account found', await this.service.find(merchantId, accountNumber));
  }

  /**
   * Closes a virtual account for ever. Money that still comes is held or sent back. The number of a static account is
   * never given to anybody again. Closing a standalone dynamic account also cancels its payment, and refunds what was
   * paid so far. Closing a checkout's account leaves the checkout open; you can create another account for it. You
   * cannot close a checkout's account after money has arrived.
   */
  @Post(':accountNumber/close')
  @HttpCode(200)
  @RequireScope('virtual-accounts:write')
  @ApiBody({ type: AccountChangeRequest, required: false })
  @Answers(VirtualAccount, [
    ...tokenReasons,
    'RESOURCE_NOT_FOUND',
    'VIRTUAL_ACCOUNT_INACTIVE',
    'CHECKOUT_NOT_OPEN',
    'CHECKOUT_ALREADY_PAID',
    'VIRTUAL_ACCOUNT_EXPIRED',
  ])
  async closeVirtualAccount(
    @Param() { accountNumber }: AccountParameters,
    @Body() { reason = null }: AccountChangeRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Envelope<VirtualAccount>> {
    const { merchantId } = merchantOf(request);
    const change = { merchantId, accountNumber, by: { ...keyHolderOf(request), reason } };
    const { replayed, account } = await this.service.close(change);
    markReplayed(reply, replayed);
    return ok('Account closed', account);
  }
}
