import { masked } from '../../domain/masking.js';
import { formatMoney, toJsonAmount } from '../../domain/money.js';
import type { Refund } from './refund.js';
import { RefundView } from './refund.dto.js';

/** The view of refunds for merchants: kobo as JSON numbers, times in RFC 3339, accounts masked. */
export function refundView(refund: Refund): RefundView {
  const { destination } = refund;
  return {
    refundReference: refund.refundReference,
    refundId: refund.refundId,
    transactionReference: refund.creditId,
    paymentReference: refund.paymentReference,
    status: refund.status,
    origin: refund.origin,
    cause: refund.reason,
    reason: refund.note,
    amount: toJsonAmount(refund.amountMinor),
    amountFormatted: formatMoney(refund.amountMinor, refund.currency),
    currency: refund.currency,
    duty: toJsonAmount(refund.dutyMinor),
    dutyBearer: refund.dutyBearer,
    paymentChannel: refund.channel,
    destination: destination && {
      ...destination,
      accountNumber: destination.accountNumber && masked(destination.accountNumber),
    },
    responseCode: refund.responseCode,
    sendsFrom: refund.sendableFrom?.toISOString() ?? null,
    createdAt: refund.createdAt.toISOString(),
    updatedAt: refund.updatedAt.toISOString(),
    completedAt: refund.completedAt?.toISOString() ?? null,
  };
}
