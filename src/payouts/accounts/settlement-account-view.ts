import { masked } from '../../domain/masking.js';
import { sameName } from '../../domain/name-score.js';
import { isNubanValid } from '../../domain/nuban.js';
import type { SettlementAccount } from './settlement-account.js';
import { RegisteredSettlementAccount, SettlementAccountView } from './account.dto.js';

export function settlementAccountView(account: SettlementAccount): SettlementAccountView {
  return shown(account);
}

function shown(account: SettlementAccount) {
  return {
    settlementAccountId: account.settlementAccountId,
    accountNumber: masked(account.accountNumber),
    bankCode: account.bankCode,
    bankName: account.bankName,
    accountName: account.accountName,
    isDefault: account.isDefault,
    status: account.status,
    usableFrom: account.usableFrom.toISOString(),
    isUsable: account.status === 'ACTIVE' && account.usableFrom.getTime() <= Date.now(),
    createdAt: account.createdAt.toISOString(),
  };
}

export function registeredAccountView(
  account: SettlementAccount,
  nameScore: number,
): RegisteredSettlementAccount {
  const { accountNumber, bankCode } = account;
  return {
    ...shown(account),
    accountNumber,
    nameScore,
    warnings: [
      ...(nameScore < sameName ? ['ACCOUNT_NAME_DIFFERS'] : []),
      ...(hasUnusualCheckDigit(bankCode, accountNumber) ? ['ACCOUNT_CHECK_DIGIT_UNUSUAL'] : []),
    ],
  };
}

/**
 * Check digits are made with the CBN code. A commercial bank's NIP code (000...) does not contain the CBN code, and
 * wallets use phone numbers as account numbers. So an unusual digit is only a warning, and the bank's own answer
 * decides.
 */
function hasUnusualCheckDigit(bankCode: string, accountNumber: string): boolean {
  return !bankCode.startsWith('000') && !isNubanValid(bankCode, accountNumber);
}
