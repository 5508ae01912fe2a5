import { Body, Controller, Delete, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequireScope } from '../auth/token.guard.js';
import { BankRefusal } from '../http/bank-refusal.js';
import { ok, type Envelope } from '../http/envelope.js';
import { Answers, tokenReasons } from '../http/open-api.js';
import { clientOf, merchantOf } from '../http/request-note.js';
import {
  NameMismatch,
  RegisteredSettlementAccount,
  SettlementAccountList,
  SettlementAccountParameters,
  SettlementAccountRequest,
  SettlementAccountView,
} from './dto/account.dto.js';
import { SettlementAccountsService } from './settlement-accounts.service.js';

@ApiTags('Settlement')
@Controller('api/v1/settlement/accounts')
export class SettlementAccountsController {
  constructor(private readonly service: SettlementAccountsService) {}

  /**
   * Registers a bank account to be paid to; its bank is asked for the name. Your first account is usable at once, others
   * after a cooling period. You are told by the event settlement.account_changed.
   */
  @Post()
  @HttpCode(200)
  @RequireScope('settlements:write')
  @Answers(
    RegisteredSettlementAccount,
    [
      ...tokenReasons,
      'DESTINATION_INVALID',
      'UNKNOWN_BANK_CODE',
      'ACCOUNT_NAME_MISMATCH',
      'PROVIDER_UNAVAILABLE',
      'PROVIDER_BAD_RESPONSE',
      'PROVIDER_TIMEOUT',
    ],
    {
      DESTINATION_INVALID: BankRefusal,
      UNKNOWN_BANK_CODE: BankRefusal,
      PROVIDER_UNAVAILABLE: BankRefusal,
      PROVIDER_TIMEOUT: BankRefusal,
      ACCOUNT_NAME_MISMATCH: NameMismatch,
    },
  )
  async registerSettlementAccount(
    @Body() body: SettlementAccountRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Envelope<RegisteredSettlementAccount>> {
    const merchant = merchantOf(request);
    const { replayed, account } = await this.service.register(merchant, clientOf(request), body);
    if (replayed) reply.header('idempotent-replayed', 'true');
    return ok('Account registered', account);
  }

  /** The accounts you may be paid to: the default first, then the newest. */
  @Get()
  @RequireScope('settlements:read')
  @Answers(SettlementAccountList, tokenReasons)
  async listSettlementAccounts(
    @Req() request: FastifyRequest,
  ): Promise<Envelope<SettlementAccountList>> {
    const accounts = await this.service.list(merchantOf(request).merchantId);
    return ok('Accounts found', { accounts });
  }

  /** Has settlements paid to this account from now on; while it cools, to the one that was usable before. */
  @Post(':settlementAccountId/default')
  @HttpCode(200)
  @RequireScope('settlements:write')
  @Answers(SettlementAccountView, [...tokenReasons, 'RESOURCE_NOT_FOUND'])
  async makeDefaultSettlementAccount(
    @Param() { settlementAccountId }: SettlementAccountParameters,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<SettlementAccountView>> {
    const { merchantId } = merchantOf(request);
    const client = clientOf(request);
    const account = await this.service.makeDefault(merchantId, settlementAccountId, client);
    return ok('Settlements go to this account', account);
  }

  /** Removes an account; of the others, one that is usable becomes the default when this was it. Again changes nothing. */
  @Delete(':settlementAccountId')
  @RequireScope('settlements:write')
  @Answers(SettlementAccountView, [...tokenReasons, 'RESOURCE_NOT_FOUND', 'SETTLEMENT_IN_PROGRESS'])
  async removeSettlementAccount(
    @Param() { settlementAccountId }: SettlementAccountParameters,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<SettlementAccountView>> {
    const { merchantId } = merchantOf(request);
    const client = clientOf(request);
    return ok(
      'Account removed',
      await this.service.remove(merchantId, settlementAccountId, client),
    );
  }
}
