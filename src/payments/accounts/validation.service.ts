import { fitsAmountRule } from '../../domain/amount-rule.js';
import { fromJsonAmount, toJsonAmount } from '../../domain/money.js';
import { isNubanValid } from '../../domain/nuban.js';
import type { BankRail } from '../../domain/bank-rail.port.js';
import type { AccountLookup } from './dynamic-account.js';
import type { PgDynamicAccountStore } from './dynamic-account.store.js';
import type { MerchantProfile } from '../../http/access/merchant.js';
import { ApiError } from '../../http/api-error.js';
import type { BankDirectory } from '../../payouts/banks/bank-directory.js';
import { nameIn, railOf } from '../../payouts/banks/name-enquiry.js';
import { AccountValidation, ValidateAccountRequest } from './validation.dto.js';

/** Validates an account number: the merchant's own number from our books, any other number by asking its bank. */
export class ValidationService {
  constructor(
    private readonly accounts: Pick<PgDynamicAccountStore, 'lookUp'>,
    private readonly rails: ReadonlyMap<string, BankRail>,
    private readonly banks: Pick<BankDirectory, 'find'>,
  ) {}

  /** @throws ApiError VALIDATION_FAILED, ACCOUNT_NOT_FOUND or UNKNOWN_BANK_CODE, or when the bank does not answer. */
  async validate(
    merchant: MerchantProfile,
    { accountNumber, bankCode = null, amount = null }: ValidateAccountRequest,
  ): Promise<AccountValidation> {
    const known = await this.accounts.lookUp(accountNumber);
    const isThere =
      known !== undefined &&
      (bankCode === null || bankCode === known.bankCode || bankCode === known.nipInstitutionCode);
    if (isThere && known.merchantId === merchant.merchantId) {
      return ownView(accountNumber, known, amount);
    }
    if (bankCode === null) throw bankMissing();
    return this.#askBank(merchant, accountNumber, isThere ? known : undefined, bankCode);
  }

  async #askBank(
    merchant: MerchantProfile,
    accountNumber: string,
    known: AccountLookup | undefined,
    bankCode: string,
  ): Promise<AccountValidation> {
    const rail = railOf(this.rails, merchant);
    const asked = known?.nipInstitutionCode ?? bankCode;
    const { institutionCode, name } = await this.banks.find(merchant, asked);
    const answer = await rail.enquireName({ accountNumber, bankCode: institutionCode });
    return {
      accountNumber,
      accountName: nameIn(answer, () => new ApiError('ACCOUNT_NOT_FOUND')),
      bankCode: institutionCode,
      bankName: known?.bankName ?? name,
      isValid: true,
      isNubanValid: known === undefined ? null : isNubanValid(known.bankCode, accountNumber),
      type: 'EXTERNAL',
      status: 'ACTIVE',
      acceptsPaymentsUntil: null,
      expectedAmount: null,
      amountRule: null,
    };
  }
}

/** The request must name the bank, because at every other bank the same number is somebody else's. */
function bankMissing(): ApiError {
  const message = 'bankCode must be sent for an account number that is not one of yours';
  return new ApiError('VALIDATION_FAILED', {
    message: `${message}.`,
    errors: [{ field: 'bankCode', rule: 'required', message }],
  });
}

function ownView(
  accountNumber: string,
  account: AccountLookup,
  amount: number | null,
): AccountValidation {
  const isOpen = account.status === 'ACTIVE';
  const { expectedMinor, amountRule } = account;
  return {
    accountNumber,
    accountName: account.accountName,
    bankCode: account.bankCode,
    bankName: account.bankName,
    isValid: isOpen && (amount === null || takes(account, fromJsonAmount(amount))),
    isNubanValid: isNubanValid(account.bankCode, accountNumber),
    type: account.type,
    status: account.status,
    acceptsPaymentsUntil: isOpen ? (account.expiresAt?.toISOString() ?? null) : null,
    expectedAmount: isOpen && expectedMinor !== null ? toJsonAmount(expectedMinor) : null,
    amountRule: account.type === 'STATIC' ? 'ANY' : amountRule,
  };
}

function takes({ amountRule, expectedMinor }: AccountLookup, amountMinor: bigint): boolean {
  if (amountRule === null || expectedMinor === null) return true;
  return fitsAmountRule(amountRule, amountMinor, expectedMinor);
}
