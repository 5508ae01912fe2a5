import { formatNaira, toJsonAmount } from '../../domain/money.js';
import { ApiError } from '../../http/api-error.js';
import { limitExceeded } from '../../merchants/settings/limit-exceeded.js';
import type { RefundRefusal } from './refund.js';

/** Makes the error for a refund that was refused. @throws Error for an outcome that is not a refusal */
export function refundRefusal({
  outcome,
  refundableMinor,
  severalPayments,
}: RefundRefusal): ApiError {
  if (outcome === 'REQUESTED' || outcome === 'EXISTING') {
    throw new Error(`the store answered ${outcome} without a refund`);
  }
  if (outcome === 'LIMIT_EXCEEDED') return limitExceeded(refundableMinor ?? 0n);
  if (outcome === 'SEVERAL_PAYMENTS') return namesNone(severalPayments);
  if (outcome !== 'AMOUNT_EXCEEDS_REFUNDABLE' || refundableMinor === null) {
    return new ApiError(outcome);
  }
  const refundable = `${refundableMinor} kobo (${formatNaira(refundableMinor)})`;
  return new ApiError(outcome, {
    message: `At most ${refundable} of this transaction can be refunded.`,
    errors: [{ field: 'amount', rule: 'max', message: `amount must be at most ${refundable}` }],
    data: { amountRefundable: toJsonAmount(refundableMinor) },
  });
}

/** The error for the reference of an order that several transfers paid. */
function namesNone(transactionReferences: readonly string[]): ApiError {
  const named = transactionReferences.join(', ');
  return new ApiError('SEVERAL_PAYMENTS', {
    message: `${transactionReferences.length} payments paid this order. Refund each by its transactionReference: ${named}.`,
    data: { transactionReferences },
  });
}
