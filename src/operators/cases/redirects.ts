import type { MerchantProfile } from '../../http/access/merchant.js';
import type { NamedAccount } from '../../payouts/refunds/refund.js';
import { ApiError } from '../../http/api-error.js';
import { limitExceeded } from '../../merchants/settings/limit-exceeded.js';
import type { OtherAccounts } from '../../payouts/refunds/other-accounts.js';
import type { Proposal, RedirectDecision, RedirectInput, WholeCase } from './case-record.js';
import type { PgCases } from './case.store.js';

/** Finds the merchant whose bank is asked for names; money that belongs to nobody has no merchant. */
export interface Merchants {
  profile(merchantId: string): Promise<MerchantProfile | undefined>;
}

/**
 * Redirects refunds to another account, which takes two operators. They see the holder's name beside the payer's,
 * because the holder may be somebody else.
 */
export class Redirects {
  constructor(
    private readonly cases: PgCases,
    private readonly merchants: Merchants,
    private readonly accounts: OtherAccounts,
    private readonly workflows: { accountProvided(refundId: string): void },
  ) {}

  /** @throws ApiError VALIDATION_FAILED */
  inputOf(input: Proposal['input']): RedirectInput {
    if (input !== null && 'accountNumber' in input) return input;
    throw new ApiError('VALIDATION_FAILED', {
      message: 'redirect needs accountNumber and bankCode.',
      errors: ['accountNumber', 'bankCode'].map((field) => ({
        field,
        rule: 'required' as const,
        message: `${field} is required`,
      })),
    });
  }

  /**
   * Returns the account with the name that its bank gives. @throws ApiError when the bank does not know the account or
   * does not answer
   */
  async accountOf(found: WholeCase, input: RedirectInput): Promise<NamedAccount> {
    const merchant = await this.#merchantOf(found);
    const account = await this.accounts.find(merchant, input);
    const { payerName, accountName } = found.payer ?? {};
    return this.accounts.withHolder(merchant, account, payerName ?? accountName ?? null);
  }

  /** @throws ApiError LIMIT_EXCEEDED, DECISION_REFUSED */
  async carryOut(found: WholeCase, account: NamedAccount, by: RedirectDecision): Promise<void> {
    const { outcome, left_minor } = await this.cases.redirect(found.caseNumber, account, by);
    if (outcome === 'LIMIT_EXCEEDED') throw limitExceeded(left_minor ?? 0n);
    if (outcome !== 'DECIDED') {
      throw new ApiError('DECISION_REFUSED', {
        message: 'The refund waits for no account any more.',
      });
    }
    this.workflows.accountProvided(found.subject);
  }

  async #merchantOf({ merchantId }: WholeCase): Promise<MerchantProfile> {
    const profile = merchantId === null ? undefined : await this.merchants.profile(merchantId);
    if (profile !== undefined) return profile;
    throw new ApiError('DECISION_REFUSED', {
      message: 'The refund is of no merchant: no bank can be asked for the name.',
    });
  }
}
