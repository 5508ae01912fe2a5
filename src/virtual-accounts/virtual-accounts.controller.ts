import { Body, Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequireScope } from '../auth/token.guard.js';
import { ok, type Envelope } from '../http/envelope.js';
import { Answers, Forms, tokenReasons } from '../http/open-api.js';
import { clientOf, merchantOf } from '../http/request-note.js';
import { VirtualAccountStatic } from './dto/static-account.dto.js';
import { AccountChangeRequest, AccountParameters } from './dto/virtual-account.dto.js';
import { VirtualAccountsService } from './virtual-accounts.service.js';

/** Whatever kind an account is of. */
export type VirtualAccount = VirtualAccountStatic;
const forms = new Forms({ STATIC: VirtualAccountStatic });

@ApiTags('Virtual accounts')
@Controller('api/v1/virtual-account')
export class VirtualAccountsController {
  constructor(private readonly service: VirtualAccountsService<VirtualAccount>) {}

  /** One of your account numbers, with what it has received. */
  @Get(':accountNumber')
  @RequireScope('virtual-accounts:read')
  @Answers(forms, [...tokenReasons, 'RESOURCE_NOT_FOUND'])
  async getVirtualAccount(
    @Param() { accountNumber }: AccountParameters,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<VirtualAccount>> {
    const { merchantId } = merchantOf(request);
    return ok('Account found', await this.service.find(merchantId, accountNumber));
  }

  /** Closes an account for good: its number is never given out again. Money that still comes is held or sent back. */
  @Post(':accountNumber/close')
  @HttpCode(200)
  @RequireScope('virtual-accounts:write')
  @ApiBody({ type: AccountChangeRequest, required: false })
  @Answers(forms, [...tokenReasons, 'RESOURCE_NOT_FOUND', 'VIRTUAL_ACCOUNT_INACTIVE'])
  async closeVirtualAccount(
    @Param() { accountNumber }: AccountParameters,
    @Body() { reason = null }: AccountChangeRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Envelope<VirtualAccount>> {
    const { merchantId } = merchantOf(request);
    const change = { merchantId, accountNumber, clientId: clientOf(request), reason };
    const { replayed, account } = await this.service.close(change);
    if (replayed) reply.header('idempotent-replayed', 'true');
    return ok('Account closed', account);
  }
}
