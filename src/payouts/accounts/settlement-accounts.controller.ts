import { Body, Controller, Delete, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequireScope } from '../../http/access/token.guard.js';
import { BankRefusal } from '../banks/bank-refusal.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers, tokenReasons } from '../../http/open-api.js';
import { wholeList } from '../../http/paging.js';
import { keyHolderOf, merchantOf } from '../../http/request-note.js';
import { markReplayed } from '../../http/replayed.js';
import {
  RegisteredSettlementAccount,
  SettlementAccountList,
  SettlementAccountParameters,
  SettlementAccountRequest,
  SettlementAccountView,
} from './account.dto.js';
import { SettlementAccounts } from './settlement-accounts.js';

@ApiTags('Settlement')
@Controller('api/v1/settlement/accounts')
export class SettlementAccountsController {
  constructor(private readonly service: SettlementAccounts) {}

  /**
   * Registers a bank account that settlements can be paid to. Its bank is asked for the name. Your first account can
   * be used at once, later ones after a cooling period. You get the event `settlement.account_changed`.
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
      'OPERATION_NOT_PERMITTED',
    ],
    {
      DESTINATION_INVALID: BankRefusal,
      UNKNOWN_BANK_CODE: BankRefusal,
      PROVIDER_UNAVAILABLE: BankRefusal,
      PROVIDER_TIMEOUT: BankRefusal,
    },
  )
  async registerSettlementAccount(
    @Body() body: SettlementAccountRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Envelope<RegisteredSettlementAccount>> {
    const merchant = merchantOf(request);
    const { replayed, account } = await this.service.register(merchant, keyHolderOf(request), body);
    markReplayed(reply, replayed);
    return ok('Account registered', account);
  }

  /** Lists your settlement accounts: the default first, then the newest. */
  @Get()
  @RequireScope('settlements:read')
  @Answers(SettlementAccountList, tokenReasons)
  async listSettlementAccounts(
    @Req() request: FastifyRequest,
  ): Promise<Envelope<SettlementAccountList>> {
    const accounts = await this.service.list(merchantOf(request).merchantId);
    return ok('Accounts found', wholeList(accounts));
  }

  /**
   * Makes an account the one that settlements are paid to. While it is cooling, settlements are paid to the account
   * that was usable before.
   */
  @Post(':settlementAccountId/default')
  @HttpCode(200)
  @RequireScope('settlements:write')
  @Answers(SettlementAccountView, [
    ...tokenReasons,
    'RESOURCE_NOT_FOUND',
    'OPERATION_NOT_PERMITTED',
  ])
  async makeDefaultSettlementAccount(
    @Param() { settlementAccountId }: SettlementAccountParameters,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<SettlementAccountView>> {
    const { merchantId } = merchantOf(request);
    const by = keyHolderOf(request);
    const account = await this.service.makeDefault(merchantId, settlementAccountId, by);
    return ok('Settlements go to this account', account);
  }

  /**
   * Removes a settlement account. If it was the default, another account that is usable becomes the default. The same
   * request again changes nothing.
   */
  @Delete(':settlementAccountId')
  @RequireScope('settlements:write')
  @Answers(SettlementAccountView, [
    ...tokenReasons,
    'RESOURCE_NOT_FOUND',
    'SETTLEMENT_IN_PROGRESS',
    'OPERATION_NOT_PERMITTED',
  ])
  async removeSettlementAccount(
    @Param() { settlementAccountId }: SettlementAccountParameters,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<SettlementAccountView>> {
    const { merchantId } = merchantOf(request);
    const by = keyHolderOf(request);
    return ok('Account removed', await this.service.remove(merchantId, settlementAccountId, by));
  }
}
