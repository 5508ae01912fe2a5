import { isSamePerson } from '../../domain/same-person.js';
import type { BankRail } from '../../domain/bank-rail.port.js';
import type { MerchantProfile } from '../../http/access/merchant.js';
import type { NamedAccount } from './refund.js';
import type { Reason } from '../../domain/result-code.js';
import { BankRefusal } from '../banks/bank-refusal.js';
import { LimitLeft } from '../../merchants/settings/limit-exceeded.js';
import type { BankDirectory } from '../banks/bank-directory.js';
import { accountNotKnown, nameIn, railOf } from '../banks/name-enquiry.js';
import type { DestinationRequest } from './refund.dto.js';

/** The reasons for refusing another account than the one that paid. */
export const otherAccountReasons = [
  'DESTINATION_INVALID',
  'LIMIT_EXCEEDED',
  'UNKNOWN_BANK_CODE',
  'PROVIDER_UNAVAILABLE',
  'PROVIDER_BAD_RESPONSE',
  'PROVIDER_TIMEOUT',
] as const satisfies readonly Reason[];

/** The data that these failures carry besides their reason. */
export const otherAccountData = {
  DESTINATION_INVALID: BankRefusal,
  UNKNOWN_BANK_CODE: BankRefusal,
  PROVIDER_UNAVAILABLE: BankRefusal,
  PROVIDER_TIMEOUT: BankRefusal,
  LIMIT_EXCEEDED: LimitLeft,
};

/** Accounts that merchants name for refunds. The holder must be the payer; where the names differ, operators decide. */
export class OtherAccounts {
  constructor(
    private readonly rails: ReadonlyMap<string, BankRail>,
    private readonly banks: Pick<BankDirectory, 'find'>,
  ) {}

  /** @throws ApiError UNKNOWN_BANK_CODE; `prefix` stands before the names of the fields in the error. */
  async find(
    merchant: MerchantProfile,
    { accountNumber, bankCode }: DestinationRequest,
    prefix = '',
  ): Promise<NamedAccount> {
    const bank = await this.banks.find(merchant, bankCode, `${prefix}bankCode`);
    const { institutionCode, name: bankName } = bank;
    const asked = { accountName: null, isPayers: null };
    return { accountNumber, bankCode: institutionCode, bankName, ...asked };
  }

  /**
   * Adds the holder's name to the account, and whether the holder is the payer.
   *
   * @throws ApiError when the bank does not know the account or does not answer.
   */
  async withHolder(
    merchant: MerchantProfile,
    account: NamedAccount,
    payerName: string | null,
    prefix = '',
  ): Promise<NamedAccount> {
    const field = `${prefix}accountNumber`;
    const answer = await railOf(this.rails, merchant).enquireName(account);
    const accountName = nameIn(answer, (code) => accountNotKnown(code, field));
    return { ...account, accountName, isPayers: isSamePerson(payerName ?? '', accountName) };
  }
}
