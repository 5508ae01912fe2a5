import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequireScope } from '../../http/access/token.guard.js';
import { bankNumberFailures, bankNumberReasons } from '../numbers/opening-account.js';
import { AlsoCsv, fileReasons } from '../../http/list-file.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers, AnswersAs, tokenReasons } from '../../http/open-api.js';
import { keyHolderOf, merchantOf } from '../../http/request-note.js';
import { markReplayed } from '../../http/replayed.js';
import {
  ListStaticAccountsQuery,
  PagedStaticAccounts,
  StaticAccountData,
  StaticAccountRequest,
  VirtualAccountStatic,
} from './static-account.dto.js';
import { AccountChangeRequest, AccountParameters } from './virtual-account.dto.js';
import { StaticAccountsService } from './static-accounts.service.js';
import type { ChangedAccount } from './account-kind.js';
import { staticAccountColumns } from './account-files.js';

const changeReasons = [...tokenReasons, 'RESOURCE_NOT_FOUND', 'VIRTUAL_ACCOUNT_INACTIVE'] as const;

@ApiTags('Virtual accounts')
@Controller('api/v1/virtual-account')
export class StaticAccountsController {
  constructor(private readonly service: StaticAccountsService) {}

  /**
   * Creates a permanent account number for a customer. Each transfer to it is credited to your wallet at once, minus
   * the fee, and sends you the event `collection.received`. No checkout is needed.
   */
  @Post('static')
  @HttpCode(200)
  @RequireScope('virtual-accounts:write')
  @AnswersAs('CreateStaticVirtualAccountResponse')
  @Answers(
    StaticAccountData,
    [
      ...tokenReasons,
      'DUPLICATE_REFERENCE',
      'UNKNOWN_PREFIX',
      'PREFIX_NOT_ASSIGNED',
      'ACCOUNT_POOL_EXHAUSTED',
      ...bankNumberReasons,
    ],
    bankNumberFailures,
  )
  async createStaticAccount(
    @Body() body: StaticAccountRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Envelope<StaticAccountData>> {
    const merchant = merchantOf(request);
    const { replayed, data } = await this.service.create(merchant, keyHolderOf(request), body);
    markReplayed(reply, replayed);
    return ok('Account created', data);
  }

  /** Lists the permanent account numbers of your customers, the newest first. */
  @Get('static')
  @RequireScope('virtual-accounts:read')
  @AnswersAs('ListStaticVirtualAccountsResponse')
  @AlsoCsv('static-accounts', staticAccountColumns)
  @Answers(PagedStaticAccounts, [...tokenReasons, ...fileReasons])
  async listStaticAccounts(
    @Query() query: ListStaticAccountsQuery,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<PagedStaticAccounts>> {
    const { merchantId } = merchantOf(request);
    return ok('Accounts found', await this.service.list(merchantId, query));
  }

  /**
   * Suspends a static account. While it is suspended, banks tell payers that the account does not exist. Reinstate it
   * with `reinstate`.
   */
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

  /** Reinstates a suspended static account. It accepts transfers again. */
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
  return { merchantId, accountNumber, by: { ...keyHolderOf(request), reason: reason ?? null } };
}

function answer(
  message: string,
  { replayed, account }: ChangedAccount<VirtualAccountStatic>,
  reply: FastifyReply,
): Envelope<VirtualAccountStatic> {
  markReplayed(reply, replayed);
  return ok(message, account);
}
