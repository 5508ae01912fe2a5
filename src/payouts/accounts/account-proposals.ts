import type { Actor } from '../../domain/actor.js';
import type { MerchantProfile } from '../../http/access/merchant.js';
import { ApiError } from '../../http/api-error.js';
import { oneIsNew } from '../../people/not-two-of-team.js';
import type { SettlementAccountRequest } from './account.dto.js';
import type {
  AccountProposal,
  ConfirmOutcome,
  PgAccountProposals,
} from './account-proposal.store.js';
import type { SettlementAccounts } from './settlement-accounts.js';

/** A change is done at once, or waits for a second person. */
export type AccountChangeOutcome = 'DONE' | 'PROPOSED';

/**
 * Changes the accounts that a merchant is paid to. One person can make a change, unless the merchant requires two
 * people for it.
 */
export class AccountProposals {
  constructor(
    private readonly proposals: PgAccountProposals,
    private readonly accounts: SettlementAccounts,
  ) {}

  isByTwo(merchantId: string): Promise<boolean> {
    return this.accounts.isByTwo(merchantId);
  }

  waiting(merchantId: string): Promise<readonly AccountProposal[]> {
    return this.proposals.waiting(merchantId);
  }

  /** Sets whether changes take two people. One person may turn that on; two must agree to turn it off (PROPOSED). */
  async chooseByTwo(merchantId: string, wanted: boolean, by: Actor): Promise<AccountChangeOutcome> {
    const isByTwo = await this.accounts.isByTwo(merchantId);
    if (isByTwo === wanted) return 'DONE';
    if (wanted) {
      await this.proposals.askForTwo(merchantId, by);
      return 'DONE';
    }
    await this.proposals.propose(
      merchantId,
      { what: 'ALONE', settlementAccountId: null, account: null },
      by,
    );
    return 'PROPOSED';
  }

  /**
   * Registers the account, or proposes it when two people are required. The bank is asked for the holder's name in both
   * cases. @throws ApiError as `SettlementAccounts.register`
   */
  async register(
    merchant: MerchantProfile,
    request: Pick<SettlementAccountRequest, keyof SettlementAccountRequest>,
    by: Actor,
  ): Promise<AccountChangeOutcome> {
    const { merchantId } = merchant;
    if (!(await this.accounts.isByTwo(merchantId))) {
      await this.accounts.register(merchant, by, request);
      return 'DONE';
    }
    const account = await this.accounts.find(merchant, request);
    const wanted = { what: 'REGISTER', settlementAccountId: null, account } as const;
    await this.proposals.propose(merchantId, wanted, by);
    return 'PROPOSED';
  }

  /** @throws ApiError RESOURCE_NOT_FOUND, SETTLEMENT_IN_PROGRESS */
  async change(
    merchantId: string,
    what: 'MAKE_DEFAULT' | 'REMOVE',
    settlementAccountId: string,
    by: Actor,
  ): Promise<AccountChangeOutcome> {
    if (await this.accounts.isByTwo(merchantId)) {
      const wanted = { what, settlementAccountId, account: null };
      const isKnown = await this.proposals.propose(merchantId, wanted, by);
      if (!isKnown) throw new ApiError('RESOURCE_NOT_FOUND');
      return 'PROPOSED';
    }
    if (what === 'REMOVE') await this.accounts.remove(merchantId, settlementAccountId, by);
    else await this.accounts.makeDefault(merchantId, settlementAccountId, by);
    return 'DONE';
  }

  /** @throws ApiError RESOURCE_NOT_FOUND, OPERATION_NOT_PERMITTED, SETTLEMENT_IN_PROGRESS */
  async confirm(merchantId: string, proposalId: string, by: Actor): Promise<void> {
    const outcome = await this.proposals.confirm(merchantId, proposalId, by);
    if (outcome !== 'DONE') throw refusals[outcome]();
  }

  /** @throws ApiError RESOURCE_NOT_FOUND */
  async withdraw(merchantId: string, proposalId: string, by: Actor): Promise<void> {
    const done = await this.proposals.withdraw(merchantId, proposalId, by);
    if (!done) throw new ApiError('RESOURCE_NOT_FOUND');
  }
}

const refusals: Readonly<Record<Exclude<ConfirmOutcome, 'DONE'>, () => ApiError>> = {
  UNKNOWN: () => new ApiError('RESOURCE_NOT_FOUND'),
  DECIDED: () => refused('This change waits for nobody any more. Propose it anew.'),
  SAME_PERSON: () => refused('Another person must confirm it than the one who proposed it.'),
  TOO_NEW: () => refused(oneIsNew),
  GONE: () => refused('The account was removed meanwhile.'),
  BUSY: () =>
    new ApiError('SETTLEMENT_IN_PROGRESS', {
      message: 'A settlement to this account is under way: it can be removed when that has ended.',
    }),
};

function refused(message: string): ApiError {
  return new ApiError('OPERATION_NOT_PERMITTED', { message });
}
