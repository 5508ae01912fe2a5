import type { ChannelName } from '../../domain/channels.js';
import { formatMoney, toJsonAmount } from '../../domain/money.js';
import { isPaid, isTerminal } from '../../domain/checkout-state.js';
import type { Checkout, CreditView } from './checkout.js';

/** Returns the amount that this channel asks of the payer; null: the checkout does not offer the channel. */
export function offeredMinor({ offers }: Pick<Checkout, 'offers'>, channel: ChannelName) {
  return offers[channel]?.expectedMinor ?? null;
}

/**
 * Returns the amount that the payer still owes. It is 0 once the checkout has ended, whether it was paid, possibly with
 * another amount that was accepted, or not.
 */
export function outstandingOf({
  status,
  expectedMinor,
  appliedMinor,
}: Pick<Checkout, 'status' | 'expectedMinor' | 'appliedMinor'>): bigint {
  return isTerminal(status) || appliedMinor >= expectedMinor ? 0n : expectedMinor - appliedMinor;
}

type Amounts = Pick<
  Checkout,
  | 'status'
  | 'amountMinor'
  | 'expectedMinor'
  | 'appliedMinor'
  | 'paidMinor'
  | 'acceptedMinor'
  | 'currency'
  | 'keptMinor'
  | 'returnedMinor'
  | 'refundedMinor'
  | 'takenBackMinor'
>;

/**
 * The amounts of a checkout, as every reply shows them. The received money is split by where it is now:
 * amountPaid = amountAccepted + amountKept + amountHeld + amountReturned.
 */
export function amountsView(checkout: Amounts) {
  const { paidMinor, acceptedMinor, keptMinor, returnedMinor } = checkout;
  return {
    amount: toJsonAmount(checkout.amountMinor),
    amountExpected: toJsonAmount(checkout.expectedMinor),
    amountPaid: toJsonAmount(paidMinor),
    amountAccepted: toJsonAmount(acceptedMinor),
    amountKept: toJsonAmount(keptMinor),
    amountHeld: toJsonAmount(paidMinor - acceptedMinor - keptMinor - returnedMinor),
    amountReturned: toJsonAmount(returnedMinor),
    amountRefunded: toJsonAmount(checkout.refundedMinor),
    amountTakenBack: toJsonAmount(checkout.takenBackMinor),
    amountOutstanding: toJsonAmount(outstandingOf(checkout)),
    amountFormatted: formatMoney(checkout.expectedMinor, checkout.currency),
  };
}

/** The credits that paid an order, oldest first; each is one line of the statement. */
export function payingCredits({ status, credits }: Checkout): readonly CreditView[] {
  return isPaid(status) ? credits.filter(({ appliedMinor }) => appliedMinor > 0n) : [];
}

/** The credit that made the payment complete. */
export function payingCredit(checkout: Checkout): CreditView | undefined {
  return payingCredits(checkout).at(-1);
}

/**
 * Returns the amounts that a merchant may confirm. The amount due comes first. Once money was received, the received
 * amount and the accepted amount follow. Received means all credits or only those that count, so that a second payment
 * does not make a right amount wrong.
 */
export function confirmableAmounts(
  { paidMinor, acceptedMinor, credits }: Checkout,
  dueMinor: bigint,
): bigint[] {
  const counting = credits.filter(({ appliedMinor }) => appliedMinor > 0n);
  const countedMinor = counting.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  const amounts = [dueMinor, paidMinor, countedMinor, acceptedMinor];
  return [...new Set(amounts)].filter((amountMinor) => amountMinor > 0n);
}
