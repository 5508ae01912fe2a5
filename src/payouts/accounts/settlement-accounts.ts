import type { Actor } from '../../domain/actor.js';
import { nameScore, sameName } from '../../domain/name-score.js';
import type { BankRail } from '../../domain/bank-rail.port.js';
import type { MerchantProfile } from '../../http/access/merchant.js';
import type { NewSettlementAccount, SettlementAccount } from './settlement-account.js';
import type { PgSettlementAccountStore } from './settlement-account.store.js';
import { ApiError } from '../../http/api-error.js';
import type { BankDirectory } from '../banks/bank-directory.js';
import { accountNotKnown, nameIn, railOf } from '../banks/name-enquiry.js';
import { newId } from '../../platform/database/new-id.js';
import {
  RegisteredSettlementAccount,
  SettlementAccountRequest,
  SettlementAccountView,
} from './account.dto.js';
import { registeredAccountView, settlementAccountView } from './settlement-account-view.js';

/** Manages the accounts that a merchant's settlements are paid to. */
export class SettlementAccounts {
  constructor(
    private readonly accounts: PgSettlementAccountStore,
    private readonly rails: ReadonlyMap<string, BankRail>,
    private readonly banks: Pick<BankDirectory, 'find'>,
  ) {}

  /**
   * @throws ApiError when the bank does not exist, does not know the account, names another holder than expected, or
   * does not answer; OPERATION_NOT_PERMITTED to a key if the merchant requires two people for changes of its accounts.
   */
  async register(
    merchant: MerchantProfile,
    by: Actor,
    request: Pick<SettlementAccountRequest, keyof SettlementAccountRequest>,
  ): Promise<{ replayed: boolean; account: RegisteredSettlementAccount }> {
    await this.#refuseAlone(merchant.merchantId, by);
    const asked = await this.find(merchant, request);
    const { isNew, account } = await this.accounts.register(asked, by);
    return { replayed: !isNew, account: registeredAccountView(account, asked.nameScore) };
  }

  /**
   * Returns the account with the name that its bank gives. @throws ApiError as `register`, except for
   * OPERATION_NOT_PERMITTED
   */
  async find(
    merchant: MerchantProfile,
    request: Pick<SettlementAccountRequest, keyof SettlementAccountRequest>,
  ): Promise<NewSettlementAccount> {
    const { accountNumber, makeDefault } = request;
    const rail = railOf(this.rails, merchant);
    const bank = await this.banks.find(merchant, request.bankCode);
    const bankCode = bank.institutionCode;
    const accountName = nameIn(
      await rail.enquireName({ accountNumber, bankCode }),
      accountNotKnown,
    );
    refuseOtherName(request.accountName ?? null, accountName);
    const { name, tradeName } = merchant;
    const score = Math.max(nameScore(name, accountName), nameScore(tradeName, accountName));
    return {
      settlementAccountId: newId('sta'),
      merchantId: merchant.merchantId,
      accountNumber,
      bankCode,
      bankName: bank.name,
      accountName,
      provider: rail.provider,
      makeDefault: makeDefault ?? false,
      nameScore: score,
    };
  }

  /** Lists the accounts with whole account numbers: the default first, then the newest. */
  standing(merchantId: string): Promise<readonly SettlementAccount[]> {
    return this.accounts.list(merchantId);
  }

  /** Tells whether two of the merchant's people change its accounts. */
  isByTwo(merchantId: string): Promise<boolean> {
    return this.accounts.isByTwo(merchantId);
  }

  async list(merchantId: string): Promise<SettlementAccountView[]> {
    return (await this.accounts.list(merchantId)).map(settlementAccountView);
  }

  /** @throws ApiError RESOURCE_NOT_FOUND */
  async makeDefault(
    merchantId: string,
    settlementAccountId: string,
    by: Actor,
  ): Promise<SettlementAccountView> {
    await this.#refuseAlone(merchantId, by);
    const account = await this.accounts.makeDefault(merchantId, settlementAccountId, by);
    if (account === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    return settlementAccountView(account);
  }

  /** @throws ApiError RESOURCE_NOT_FOUND, or SETTLEMENT_IN_PROGRESS while money is on its way to the account. */
  async remove(
    merchantId: string,
    settlementAccountId: string,
    by: Actor,
  ): Promise<SettlementAccountView> {
    await this.#refuseAlone(merchantId, by);
    const account = await this.accounts.remove(merchantId, settlementAccountId, by);
    if (account === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    if (account === 'BUSY') {
      throw new ApiError('SETTLEMENT_IN_PROGRESS', {
        message:
          'A settlement to this account is under way: it can be removed when that has ended.',
      });
    }
    return settlementAccountView(account);
  }

  /** A program holds one key, and cannot be two people. @throws ApiError OPERATION_NOT_PERMITTED */
  async #refuseAlone(merchantId: string, { kind }: Actor): Promise<void> {
    if (kind !== 'KEY' || !(await this.accounts.isByTwo(merchantId))) return;
    throw new ApiError('OPERATION_NOT_PERMITTED', {
      message: 'Two of your people change settlement accounts, in the portal. A key cannot.',
    });
  }
}

function refuseOtherName(expected: string | null, given: string): void {
  if (expected === null) return;
  if (nameScore(expected, given) >= sameName) return;
  throw new ApiError('ACCOUNT_NAME_MISMATCH', {
    message: 'The account’s bank gives another name than accountName.',
    errors: [
      { field: 'accountName', rule: 'oneOf', message: 'accountName is not whose account it is' },
    ],
  });
}
