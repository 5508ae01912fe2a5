import type { NewSettlementAccount } from './settlement-account.js';

/** Makes the row that register_settlement_account takes. */
export function settlementAccountRow(asked: NewSettlementAccount): object {
  return {
    settlement_account_id: asked.settlementAccountId,
    merchant_id: asked.merchantId,
    account_number: asked.accountNumber,
    bank_code: asked.bankCode,
    bank_name: asked.bankName,
    account_name: asked.accountName,
    provider: asked.provider,
    is_default: asked.makeDefault,
  };
}
