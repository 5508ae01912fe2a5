import type { PaidStatus } from '../../domain/checkout-state.js';
import { accountChannel, channelOf } from '../../domain/channels.js';
import { formatNaira, toJsonAmount } from '../../domain/money.js';
import type { CardAttemptView, Checkout, CreditView } from './checkout.js';
import type { Reason } from '../../domain/result-code.js';
import { ApiError } from '../../http/api-error.js';
import { amountsView, outstandingOf, payingCredit, payingCredits } from './checkout-money.js';
import { shown } from '../../http/reply.js';
import { secondsBetween } from './checkout-view.js';
import { CompletedCheckout } from './complete.dto.js';
import { PayingTransaction } from './paying-transaction.js';
import { effectiveState } from './effective-state.js';

/** The parts of complete-checkout's answers that transfers and cards share. */

/** The header Retry-After of every pending answer has the same value. */
const retryAfterSeconds = 5;

/** @throws ApiError for a channel that does not exist, or that the checkout does not offer. */
export function refuseChannel({ channels }: Checkout, name: string): void {
  const channel = channelOf(name);
  if (channel === undefined || !channels.includes(channel)) throw new ApiError('INVALID_CHANNEL');
}

/**
 * Accepts an amount that the merchant may confirm; the first of `confirmable` is the amount due.
 *
 * @throws ApiError that names these amounts.
 */
export function refuseAmount(amount: number, confirmable: readonly bigint[]): void {
  const acceptableAmounts = confirmable.map(toJsonAmount);
  if (acceptableAmounts.includes(amount)) return;
  const named = confirmable.map((minor) => `${toJsonAmount(minor)} kobo (${formatNaira(minor)})`);
  const message = `amount must be ${named.join(' or ')}`;
  throw new ApiError('AMOUNT_MISMATCH', {
    message: `${message}.`,
    errors: [{ field: 'amount', rule: 'oneOf', message }],
    data: { amountExpected: acceptableAmounts[0], acceptableAmounts },
  });
}

/** Makes an answer with the checkout's state that asks the merchant to try again later. */
export function pending(
  checkout: Checkout,
  message: string,
  {
    reason = 'PAYMENT_PENDING',
    ...more
  }: { readonly reason?: Reason } & Record<string, unknown> = {},
): ApiError {
  const { status, changesAt } = effectiveState(checkout);
  return new ApiError(reason, {
    message,
    data: {
      checkoutId: checkout.checkoutId,
      paymentReference: checkout.paymentReference,
      status,
      amountPaid: toJsonAmount(checkout.paidMinor),
      amountOutstanding: toJsonAmount(outstandingOf(checkout)),
      retryAfterSeconds,
      secondsRemaining: changesAt === undefined ? 0 : secondsBetween(checkout.now, changesAt),
      ...more,
    },
  });
}

/**
 * The result of a paid checkout, the same for every channel and every caller. `account` is the account that the
 * merchant asked about, for a transfer.
 */
export function completedView(checkout: Checkout, account: string | null): CompletedCheckout {
  const paying = payingCredit(checkout);
  // Only a charged payment has an attempt.
  const attempt = paying && attemptOf(checkout, paying);
  return shown(CompletedCheckout, {
    ...checkout,
    ...amountsView(checkout),
    transactionReference: paying?.creditId ?? '',
    status: checkout.status as PaidStatus,
    paymentChannel: paying?.channel ?? accountChannel,
    account: attempt ? maskedCard(attempt) : (account ?? paying?.accountNumber ?? ''),
    card: attempt?.card ? { brand: attempt.card.brand, last4: attempt.card.last4 } : null,
    excessAmount: toJsonAmount(paying?.excessMinor ?? 0n),
    fee: toJsonAmount(paying?.feeMinor ?? 0n),
    vat: toJsonAmount(paying?.vatMinor ?? 0n),
    settlementAmount: toJsonAmount(paying?.settlementMinor ?? 0n),
    settlementDueDate: paying?.settlementDueOn ?? null,
    transactions: payingCredits(checkout).map(payingTransaction),
    sessionId: paying?.sessionId ?? null,
    paidAt: (paying?.sentAt ?? paying?.receivedAt)?.toISOString() ?? null,
    gatewayResponse: { code: '00', message: 'Approved' },
  });
}

function payingTransaction(credit: CreditView): PayingTransaction {
  return {
    transactionReference: credit.creditId,
    amountReceived: toJsonAmount(credit.amountMinor),
    fee: toJsonAmount(credit.feeMinor),
    vat: toJsonAmount(credit.vatMinor),
    settlementAmount: toJsonAmount(credit.settlementMinor),
    settlementDueDate: credit.settlementDueOn,
  };
}

function attemptOf({ cardAttempts }: Checkout, { creditId }: CreditView) {
  return cardAttempts.find((attempt) => attempt.creditId === creditId);
}

function maskedCard({ card }: CardAttemptView): string {
  return `************${card?.last4 ?? '****'}`;
}
