import type { Actor } from '../../domain/actor.js';
import { accountTakesTwo } from '../../domain/merchant-changes.js';
import type { SettlementAccount } from '../../payouts/accounts/settlement-account.js';
import type { MerchantProfile } from '../../http/access/merchant.js';
import { ApiError } from '../../http/api-error.js';
import type {
  SettlementAccountRequest,
  SettlementAccountView,
} from '../../payouts/accounts/account.dto.js';
import { settlementAccountView } from '../../payouts/accounts/settlement-account-view.js';
import { settlementAccountRow } from '../../payouts/accounts/settlement-account-row.js';
import type { SettlementAccounts } from '../../payouts/accounts/settlement-accounts.js';
import type { DefaultAccountAnswer, RegistrationAnswer } from './merchant-proposals.dto.js';
import type { MerchantProposals } from './merchant-proposals.service.js';

/**
 * Changes the accounts that merchants are paid to, for operators. One operator alone cannot move the money to another
 * account.
 */
export class MerchantAccounts {
  constructor(
    private readonly accounts: SettlementAccounts,
    private readonly proposals: MerchantProposals,
  ) {}

  /**
   * Registers a merchant's first account if it is in the merchant's name; proposes any other account. @throws ApiError
   * as SettlementAccounts.register
   */
  async register(
    merchant: MerchantProfile,
    by: Actor,
    request: Pick<SettlementAccountRequest, keyof SettlementAccountRequest>,
  ): Promise<RegistrationAnswer> {
    const { merchantId, name, tradeName } = merchant;
    const asked = await this.accounts.find(merchant, request);
    const known = await this.accounts.standing(merchantId);
    const isKnown = known.some(
      ({ accountNumber, bankCode, isDefault }) =>
        accountNumber === asked.accountNumber &&
        bankCode === asked.bankCode &&
        (isDefault || !asked.makeDefault),
    );
    const hasHadOne = await this.proposals.hasHadAccount(merchantId);
    if (isKnown || !accountTakesTwo(asked.nameScore, hasHadOne)) {
      const { account } = await this.accounts.register(merchant, by, request);
      return { outcome: 'DONE', account, proposal: null };
    }
    const { accountNumber, bankName, bankCode, accountName, nameScore } = asked;
    const standing = known.find(({ isDefault }) => isDefault);
    const proposal = await this.proposals.propose(
      {
        ...{ merchantId, kind: 'SETTLEMENT_ACCOUNT' },
        wish: { account: settlementAccountRow(asked), nameScore, before: idOf(standing) },
        shown: [
          ['Paid until now to', accountText(standing)],
          ['New account', `${accountNumber}, ${bankName} (${bankCode})`],
          ['Name that the bank gives', accountName],
          ['Name of the merchant', `${name}, trading as ${tradeName}`],
          ['Becomes the default', asked.makeDefault || standing === undefined ? 'yes' : 'no'],
          ['Can be used', hasHadOne ? '24 hours after the confirmation' : 'at once'],
        ],
      },
      by,
    );
    return { outcome: 'PROPOSED', account: null, proposal };
  }

  /** @throws ApiError RESOURCE_NOT_FOUND */
  async makeDefault(
    merchantId: string,
    accountId: string,
    by: Actor,
  ): Promise<DefaultAccountAnswer> {
    const known = await this.accounts.standing(merchantId);
    const wanted = known.find(({ settlementAccountId }) => settlementAccountId === accountId);
    if (wanted === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    if (wanted.isDefault)
      return { outcome: 'DONE', account: settlementAccountView(wanted), proposal: null };
    const standing = known.find(({ isDefault }) => isDefault);
    const proposal = await this.proposals.propose(
      {
        ...{ merchantId, kind: 'DEFAULT_ACCOUNT' },
        wish: { accountId, before: idOf(standing) },
        shown: [
          ['Paid until now to', accountText(standing)],
          ['Paid then to', accountText(wanted)],
        ],
      },
      by,
    );
    return { outcome: 'PROPOSED', account: null, proposal };
  }

  /** @throws ApiError RESOURCE_NOT_FOUND, SETTLEMENT_IN_PROGRESS, DECISION_REFUSED when another account would become the default */
  async remove(merchantId: string, accountId: string, by: Actor): Promise<SettlementAccountView> {
    const known = await this.accounts.standing(merchantId);
    const removed = known.find(({ settlementAccountId }) => settlementAccountId === accountId);
    // A thief may have added an account that is still cooling, so it is removed at once, and the previous default
    // becomes the default again.
    const isPaidTo = removed?.isDefault === true && removed.usableFrom <= new Date();
    if (isPaidTo && known.length > 1) {
      throw new ApiError('DECISION_REFUSED', {
        message:
          'Another account would become the default. Make it the default first: that takes a second operator.',
      });
    }
    return this.accounts.remove(merchantId, accountId, by);
  }
}

function idOf(account: SettlementAccount | undefined): string | null {
  return account?.settlementAccountId ?? null;
}

function accountText(account: SettlementAccount | undefined): string {
  if (account === undefined) return 'none';
  const { accountNumber, bankName, bankCode, accountName } = account;
  return `${accountNumber}, ${bankName ?? 'bank'} (${bankCode}), ${accountName}`;
}
