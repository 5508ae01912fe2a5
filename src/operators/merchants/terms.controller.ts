import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { BankRefusal } from '../../payouts/banks/bank-refusal.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers } from '../../http/open-api.js';
import { wholeList } from '../../http/paging.js';
import { actorOf, ForOperators } from '../people/operator.guard.js';
import {
  SettlementAccountList,
  SettlementAccountRequest,
  SettlementAccountView,
} from '../../payouts/accounts/account.dto.js';
import { SettlementAccounts } from '../../payouts/accounts/settlement-accounts.js';
import { MerchantAccountParameters } from './account-parameters.dto.js';
import { MerchantParameters, MerchantSettlementRequest } from './merchant-requests.dto.js';
import { MerchantView } from './merchant-views.dto.js';
import { AssignFeePlanRequest, WithdrawFeePlanRequest } from './terms.dto.js';
import { DefaultAccountAnswer, RegistrationAnswer } from './merchant-proposals.dto.js';
import { MerchantAccounts } from './merchant-accounts.service.js';
import { OnboardingService } from './merchants.service.js';

const waits = 'Waits for a second operator';

/** What merchants pay, and where their money goes. */
@ApiTags('Merchants')
@Controller('ops/v1/merchants/:merchantId')
export class MerchantTermsController {
  constructor(
    private readonly service: OnboardingService,
    private readonly accounts: SettlementAccounts,
    private readonly merchantAccounts: MerchantAccounts,
  ) {}

  /** Gives a merchant a fee plan for a channel, from now on or from a later time. Checkouts that began before keep theirs. */
  @Post('fee-plans')
  @HttpCode(200)
  @ForOperators('terms:write')
  @Answers(MerchantView, ['RESOURCE_NOT_FOUND', 'MERCHANT_STATE'])
  async assignFeePlan(
    @Param() { merchantId }: MerchantParameters,
    @Body() body: AssignFeePlanRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<MerchantView>> {
    const by = actorOf(request);
    return ok('Fee plan assigned', await this.service.assignPlan(merchantId, body, by));
  }

  /** Takes a fee plan back that does not hold yet: one of `next`. The plan before it holds on. */
  @Post('fee-plans/withdraw')
  @HttpCode(200)
  @ForOperators('terms:write')
  @Answers(MerchantView, ['RESOURCE_NOT_FOUND', 'MERCHANT_STATE'])
  async withdrawFeePlan(
    @Param() { merchantId }: MerchantParameters,
    @Body() body: WithdrawFeePlanRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<MerchantView>> {
    const by = actorOf(request);
    return ok('Fee plan withdrawn', await this.service.withdrawPlan(merchantId, body, by));
  }

  /** Replaces the settlement schedule and the minimum. Payments that are not due yet get new due dates. */
  @Put('settlement-settings')
  @ForOperators('terms:write')
  @Answers(MerchantView, ['RESOURCE_NOT_FOUND', 'MERCHANT_STATE'])
  async settleMerchant(
    @Param() { merchantId }: MerchantParameters,
    @Body() body: MerchantSettlementRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<MerchantView>> {
    const by = actorOf(request);
    return ok('Settlement settings set', await this.service.settle(merchantId, body, by));
  }

  /** Lists the settlement accounts of a merchant: the default first, then the newest. */
  @Get('settlement-accounts')
  @ForOperators('merchants:read')
  @Answers(SettlementAccountList, ['RESOURCE_NOT_FOUND'])
  async listMerchantAccounts(
    @Param() { merchantId }: MerchantParameters,
  ): Promise<Envelope<SettlementAccountList>> {
    await this.service.find(merchantId);
    return ok('Accounts found', wholeList(await this.accounts.list(merchantId)));
  }

  /**
   * Registers a settlement account. Its bank is asked for the name. The merchant's first account can be used at once, when it is in
   * the merchant's name. Any other is proposed: a second operator confirms it, and it can be used a day later. The merchant gets the event `settlement.account_changed`.
   */
  @Post('settlement-accounts')
  @HttpCode(200)
  @ForOperators('terms:write')
  @Answers(
    RegistrationAnswer,
    [
      ...['RESOURCE_NOT_FOUND', 'MERCHANT_STATE', 'DESTINATION_INVALID'],
      ...['UNKNOWN_BANK_CODE', 'ACCOUNT_NAME_MISMATCH'],
      ...['PROVIDER_UNAVAILABLE', 'PROVIDER_BAD_RESPONSE', 'PROVIDER_TIMEOUT'],
    ] as const,
    {
      DESTINATION_INVALID: BankRefusal,
      UNKNOWN_BANK_CODE: BankRefusal,
      PROVIDER_UNAVAILABLE: BankRefusal,
      PROVIDER_TIMEOUT: BankRefusal,
    },
  )
  async registerMerchantAccount(
    @Param() { merchantId }: MerchantParameters,
    @Body() body: SettlementAccountRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<RegistrationAnswer>> {
    const merchant = await this.service.open(merchantId);
    const answer = await this.merchantAccounts.register(merchant, actorOf(request), body);
    return ok(answer.proposal === null ? 'Account registered' : waits, answer);
  }

  /** Proposes an account as the one that settlements are paid to. A second operator confirms it. */
  @Post('settlement-accounts/:settlementAccountId/default')
  @HttpCode(200)
  @ForOperators('terms:write')
  @Answers(DefaultAccountAnswer, ['RESOURCE_NOT_FOUND'])
  async makeDefaultMerchantAccount(
    @Param() { merchantId, settlementAccountId }: MerchantAccountParameters,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<DefaultAccountAnswer>> {
    const by = actorOf(request);
    const answer = await this.merchantAccounts.makeDefault(merchantId, settlementAccountId, by);
    return ok(answer.proposal === null ? 'Settlements go to this account' : waits, answer);
  }

  /** Removes a settlement account. The default can be removed only when it is the last one: make another the default first. */
  @Delete('settlement-accounts/:settlementAccountId')
  @ForOperators('terms:write')
  @Answers(SettlementAccountView, [
    ...['RESOURCE_NOT_FOUND', 'SETTLEMENT_IN_PROGRESS', 'DECISION_REFUSED'],
  ] as const)
  async removeMerchantAccount(
    @Param() { merchantId, settlementAccountId }: MerchantAccountParameters,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<SettlementAccountView>> {
    const by = actorOf(request);
    const removed = await this.merchantAccounts.remove(merchantId, settlementAccountId, by);
    return ok('Account removed', removed);
  }
}
