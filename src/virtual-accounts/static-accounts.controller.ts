import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequireScope } from '../auth/token.guard.js';
import { ok, type Envelope } from '../http/envelope.js';
import { AnswersAs } from '../http/named-response.js';
import { Answers, tokenReasons } from '../http/open-api.js';
import { clientOf, merchantOf } from '../http/request-note.js';
import {
  CreateStaticVirtualAccountResponse,
  ListStaticAccountsQuery,
  ListStaticVirtualAccountsResponse,
  PagedStaticAccounts,
  StaticAccountData,
  StaticAccountRequest,
  VirtualAccountStatic,
} from './dto/static-account.dto.js';
import { AccountChangeRequest, AccountParameters } from './dto/virtual-account.dto.js';
import { StaticAccountsService } from './static-accounts.service.js';
import type { ChangedAccount } from './account-kind.js';

const changeReasons = [...tokenReasons, 'RESOURCE_NOT_FOUND', 'VIRTUAL_ACCOUNT_INACTIVE'] as const;

@ApiTags('Virtual accounts')
@Controller('api/v1/virtual-account')
export class StaticAccountsController {
  constructor(private readonly service: StaticAccountsService) {}

  /**
   * Gives a customer an account number for ever. It takes any amount without a checkout: each transfer is in your wallet at
   * once, less the fee, which you bear, and is told by the event collection.received.
   */
  @Post('static')
  @HttpCode(200)
  @RequireScope('virtual-accounts:write')
  @AnswersAs(CreateStaticVirtualAccountResponse)
  @Answers(StaticAccountData, [
    ...tokenReasons,
    'DUPLICATE_REFERENCE',
    'UNKNOWN_PREFIX',
    'PREFIX_NOT_ASSIGNED',
    'ACCOUNT_POOL_EXHAUSTED',
  ])
  async createStaticAccount(
    @Body() body: StaticAccountRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Envelope<StaticAccountData>> {
    const merchant = merchantOf(request);
    const { replayed, data } = await this.service.create(merchant, clientOf(request), body);
    if (replayed) reply.header('idempotent-replayed', 'true');
    return ok('Account created', data);
  }

  /** Your customers' account numbers, the newest first. */
  @Get('static')
  @RequireScope('virtual-accounts:read')
  @AnswersAs(ListStaticVirtualAccountsResponse)
  @Answers(PagedStaticAccounts, tokenReasons)
  async listStaticAccounts(
    @Query() query: ListStaticAccountsQuery,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<PagedStaticAccounts>> {
    const { merchantId } = merchantOf(request);
    return ok('Accounts found', await this.service.list(merchantId, query));
  }

  /** Has a static account take no money until it is reinstated: payers are told that there is no such account. */
  @Post(':accountNumber/suspend')
  @HttpCode(200)
  @RequireScope('virtual-accounts:write')
  @ApiBody({ type: AccountChangeRequest, required: false })
  @Answers(VirtualAccountStatic, changeReasons)
  async suspendStaticAccount(
    @Param() { accountNumber }: AccountParameters,
    @Body() body: AccountChangeRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Envelope<VirtualAccountStatic>> {
    const changed = await this.service.suspend(changeOf(request, accountNumber, body));
    return answer('Account suspended', changed, reply);
  }

  /** Has a suspended account take money again. */
  @Post(':accountNumber/reinstate')
  @HttpCode(200)
  @RequireScope('virtual-accounts:write')
  @ApiBody({ type: AccountChangeRequest, required: false })
  @Answers(VirtualAccountStatic, changeReasons)
  async reinstateStaticAccount(
    @Param() { accountNumber }: AccountParameters,
    @Body() body: AccountChangeRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Envelope<VirtualAccountStatic>> {
    const changed = await this.service.reinstate(changeOf(request, accountNumber, body));
    return answer('Account reinstated', changed, reply);
  }
}

function changeOf(
  request: FastifyRequest,
  accountNumber: string,
  { reason }: AccountChangeRequest,
) {
  const { merchantId } = merchantOf(request);
  return { merchantId, accountNumber, clientId: clientOf(request), reason: reason ?? null };
}

function answer(
  message: string,
  { replayed, account }: ChangedAccount<VirtualAccountStatic>,
  reply: FastifyReply,
): Envelope<VirtualAccountStatic> {
  if (replayed) reply.header('idempotent-replayed', 'true');
  return ok(message, account);
}
