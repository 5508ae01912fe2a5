import { masked } from '../../domain/masking.js';
import { formatMoney, toJsonAmount } from '../../domain/money.js';
import { nipMeaning } from '../../domain/nip-code.js';
import type { SettlementTransfer } from './settlement-reader.js';
import type { Settlement } from './settlement-requests.js';
import { SettlementStatusView, SettlementTransferView, SettlementView } from './settlement.dto.js';
import { sumsView } from '../statements/statement-json.js';

/** The view of settlements for merchants: kobo as JSON numbers, times in RFC 3339, accounts masked. */
export function settlementView(settlement: Settlement) {
  return shown(settlement) satisfies SettlementView;
}
export type ShownSettlement = ReturnType<typeof settlementView>;

export function settlementStatusView(
  settlement: Settlement,
  transfers: readonly SettlementTransfer[],
): SettlementStatusView {
  const sendings = transfers.flatMap((transfer) => transfer.sendings);
  const last = sendings.toSorted((a, b) => a.sentAt.getTime() - b.sentAt.getTime()).at(-1);
  const code = last?.responseCode ?? null;
  return {
    ...shown(settlement),
    sessionId: last?.sessionId ?? null,
    responseCode: code,
    responseMessage: code === null ? null : nipMeaning(code),
    transfers: transfers.map(transferView),
  };
}

function shown(settlement: Settlement) {
  const { destination } = settlement;
  const scheduledFor =
    settlement.cycle === 'DAILY' ? runTime(settlement.cutOff) : settlement.cutOff;
  return {
    settlementId: settlement.settlementId,
    settlementReference: settlement.settlementReference,
    type: settlement.type,
    status: settlement.status,
    holdReason: settlement.holdReason,
    failure: settlement.failure,
    currency: settlement.currency,
    amount: toJsonAmount(settlement.amountMinor),
    amountFormatted: formatMoney(settlement.amountMinor, settlement.currency),
    fee: toJsonAmount(settlement.transferFeeMinor),
    vat: toJsonAmount(settlement.transferVatMinor),
    stampDuty: toJsonAmount(settlement.sums.payoutDutyMinor),
    paidAmount: toJsonAmount(settlement.paidMinor),
    destination: destination && {
      ...destination,
      accountNumber: masked(destination.accountNumber),
    },
    narration: settlement.narration,
    number: settlement.number,
    transactionCount: settlement.transactionCount,
    ...sumsView(settlement.sums),
    cutOff: settlement.cutOff.toISOString(),
    runDate: settlement.runOn,
    scheduledFor: scheduledFor.toISOString(),
    version: settlement.version,
    createdAt: settlement.createdAt.toISOString(),
    updatedAt: settlement.updatedAt.toISOString(),
    completedAt: settlement.completedAt?.toISOString() ?? null,
  };
}

/** Returns the time at which a daily run starts: six hours after its cut-off, which is midnight. */
function runTime(cutOff: Date): Date {
  return new Date(cutOff.getTime() + 6 * 3_600_000);
}

function transferView(transfer: SettlementTransfer): SettlementTransferView {
  return {
    payoutId: transfer.payoutId,
    part: transfer.part,
    amount: toJsonAmount(transfer.amountMinor),
    status: transfer.status,
    responseCode: transfer.responseCode,
    attempts: transfer.sendings.map((sending) => ({
      sessionId: sending.sessionId,
      status: sending.status,
      responseCode: sending.responseCode,
      sentAt: sending.sentAt.toISOString(),
      settledAt: sending.settledAt?.toISOString() ?? null,
    })),
  };
}
