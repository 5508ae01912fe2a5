import { formatMoney, toJsonAmount } from '../../domain/money.js';
import type { Dispute } from './dispute.js';
import { DisputeView } from './dispute.dto.js';

export function disputeView(dispute: Dispute): DisputeView {
  const { answer } = dispute;
  return {
    disputeId: dispute.disputeId,
    kind: dispute.kind,
    status: dispute.status,
    reason: dispute.reason,
    transactionReference: dispute.creditId,
    paymentReference: dispute.paymentReference,
    checkoutId: dispute.checkoutId,
    amount: toJsonAmount(dispute.amountMinor),
    amountFormatted: formatMoney(dispute.amountMinor, dispute.currency),
    currency: dispute.currency,
    evidenceDueAt: dispute.evidenceDueAt?.toISOString() ?? null,
    openedAt: dispute.openedAt.toISOString(),
    closedAt: dispute.closedAt?.toISOString() ?? null,
    files: [...dispute.files],
    answer: answer && {
      type: answer.kind,
      status: answer.status,
      failure: answer.failure,
    },
    nextActions: dispute.isAnswerable ? ['accept', 'evidence'] : [],
  };
}
