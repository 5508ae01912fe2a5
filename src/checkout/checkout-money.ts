import type { ChannelName } from '../domain/channels.js';
import { isPaid } from '../domain/checkout-state.js';
import type { Checkout, CreditView } from '../domain/ports/checkout-store.port.js';

/** What the payer is asked by this channel; null: the checkout does not offer it. */
export function offeredMinor({ offers }: Pick<Checkout, 'offers'>, channel: ChannelName) {
  return offers[channel]?.expectedMinor ?? null;
}

/** What the payer still owes; nothing once the checkout is paid, with whatever was accepted as payment. */
export function outstandingOf({
  status,
  expectedMinor,
  appliedMinor,
}: Pick<Checkout, 'status' | 'expectedMinor' | 'appliedMinor'>): bigint {
  return isPaid(status) || appliedMinor >= expectedMinor ? 0n : expectedMinor - appliedMinor;
}

/** The credit that made the payment complete. */
export function payingCredit({ status, credits }: Checkout): CreditView | undefined {
  return isPaid(status) ? credits.findLast(({ appliedMinor }) => appliedMinor > 0n) : undefined;
}

/**
 * The amounts that a merchant may confirm: what is due, which comes first, and once money has come what was received and
 * what was accepted. Received is everything, or only what counts: a second payment must not make wrong what was right.
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
