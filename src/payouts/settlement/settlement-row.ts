import type { RowOf } from '../../platform/database/columns.js';
import type { Settlement, SettlementSums } from './settlement-requests.js';

/** The sums of a statement's transactions, as settlements and periods are read. */
export type SumsRow = RowOf<Omit<SettlementSums, 'netMinor' | 'closingMinor'>>;

/** A row of the view settlement_read, with run_on as text. */
export interface SettlementRow extends RowOf<Omit<Settlement, 'destination' | 'sums'>>, SumsRow {
  net_minor: bigint;
  closing_minor: bigint;
  account_number: string | null;
  account_name: string | null;
  bank_code: string | null;
  bank_name: string | null;
}

/**
 * The columns that `toSettlement` reads. run_on is text: a date would become a moment in the machine's own time zone.
 */
export function settlementColumns(row: string): string {
  return `(${row}).*, (${row}).run_on::text as run_on`;
}

export function toSettlement(row: SettlementRow): Settlement {
  return {
    settlementId: row.settlement_id,
    merchantId: row.merchant_id,
    number: row.number,
    settlementReference: row.settlement_reference,
    type: row.type,
    cycle: row.cycle,
    cutOff: row.cut_off,
    runOn: row.run_on,
    currency: row.currency,
    status: row.status,
    holdReason: row.hold_reason,
    failure: row.failure,
    narration: row.narration,
    amountMinor: row.amount_minor,
    transferFeeMinor: row.transfer_fee_minor,
    transferVatMinor: row.transfer_vat_minor,
    transfers: row.transfers,
    paidMinor: row.paid_minor,
    sums: toSums(row, row.net_minor, row.closing_minor),
    transactionCount: row.transaction_count,
    destination: toDestination(row),
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    completedAt: row.completed_at,
  };
}

/** @param netMinor the amount that is paid out */
export function toSums(row: SumsRow, netMinor: bigint, closingMinor: bigint): SettlementSums {
  return {
    openingMinor: row.opening_minor,
    grossMinor: row.gross_minor,
    feeMinor: row.fee_minor,
    vatMinor: row.vat_minor,
    refundMinor: row.refund_minor,
    chargebackMinor: row.chargeback_minor,
    reversalMinor: row.reversal_minor,
    dutyMinor: row.duty_minor,
    adjustmentMinor: row.adjustment_minor,
    payoutFeeMinor: row.payout_fee_minor,
    payoutDutyMinor: row.payout_duty_minor,
    netMinor,
    closingMinor,
  };
}

function toDestination(row: SettlementRow): Settlement['destination'] {
  const { account_number: accountNumber, account_name: accountName, bank_code: bankCode } = row;
  if (accountNumber === null || accountName === null || bankCode === null) return null;
  return { accountNumber, accountName, bankCode, bankName: row.bank_name };
}
