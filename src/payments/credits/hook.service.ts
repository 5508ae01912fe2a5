import { homeCurrency } from '../../domain/currency.js';
import { fromJsonAmount, toJsonAmount } from '../../domain/money.js';
import type { PgCreditStore } from './credit.store.js';
import type { PgRailEventStore } from '../cards/rail-event.store.js';
import { ApiError } from '../../http/api-error.js';
import type { BookedCredit, CreditIntake } from './credit-intake.js';
import { InwardCreditHook, NameEnquiryAnswer, RecallAnswer, RecallHook } from './hook.dto.js';

/** Translates the hooks and enquiries of banks into our own terms. */
export class HookService {
  constructor(
    private readonly intake: CreditIntake,
    private readonly credits: Pick<PgCreditStore, 'enquireName'>,
    private readonly recalls: Pick<PgRailEventStore, 'recall'>,
  ) {}

  /** Returns once the credit is committed; the workflow is notified afterwards. */
  receiveCredit(provider: string, hook: InwardCreditHook): Promise<BookedCredit> {
    return this.intake.receive(provider, {
      sessionId: hook.sessionId,
      accountNumber: hook.accountNumber,
      amountMinor: fromJsonAmount(hook.amount),
      currency: hook.currency ?? homeCurrency,
      source: {
        accountNumber: hook.sourceAccountNumber ?? null,
        accountName: hook.sourceAccountName ?? null,
        bankCode: hook.sourceBankCode ?? null,
        bankName: hook.sourceBankName ?? null,
      },
      narration: hook.narration ?? null,
    });
  }

  /** @throws ApiError ACCOUNT_NOT_FOUND for a number that takes no money right now. */
  async enquireName(provider: string, accountNumber: string): Promise<NameEnquiryAnswer> {
    const found = await this.credits.enquireName(provider, accountNumber);
    if (found === undefined) throw new ApiError('ACCOUNT_NOT_FOUND');
    return {
      accountNumber,
      accountName: found.accountName,
      amountExpected: found.expectedMinor === null ? null : toJsonAmount(found.expectedMinor),
      expiresAt: found.expiresAt?.toISOString() ?? null,
    };
  }

  /**
   * @throws ApiError RESOURCE_NOT_FOUND for a credit we do not know: the bank may report the recall again after it has
   * reported the credit.
   */
  async recall(
    provider: string,
    { eventId, sessionId, amount }: RecallHook,
  ): Promise<{ duplicate: boolean; data: RecallAnswer }> {
    const event = { provider, eventId, sessionId, amountMinor: fromJsonAmount(amount) };
    const { outcome, duplicate } = await this.recalls.recall(event);
    if (outcome === null) throw new ApiError('RESOURCE_NOT_FOUND');
    return { duplicate, data: { eventId, sessionId, outcome } };
  }
}
