import { describe, expect, it } from 'vitest';
import {
  confirmableAmounts,
  outstandingOf,
  payingCredit,
} from '../../../../src/payments/checkouts/checkout-money.js';
import { checkoutStatuses, isPaid } from '../../../../src/domain/checkout-state.js';
import type { Checkout, CreditView } from '../../../../src/payments/checkouts/checkout.js';

const checkout = (changes: Partial<Checkout>): Checkout =>
  ({ expectedMinor: 1_000n, appliedMinor: 0n, credits: [], ...changes }) as Checkout;

const credits: Record<string, Partial<CreditView>> = {
  part: { creditId: 'part', outcome: 'UNDERPAID', appliedMinor: 400n },
  rest: { creditId: 'rest', outcome: 'EXACT', appliedMinor: 600n },
  returned: { creditId: 'returned', outcome: 'OVERPAID', appliedMinor: 0n },
  second: { creditId: 'second', outcome: 'DUPLICATE', appliedMinor: 0n },
  late: { creditId: 'late', outcome: 'LATE', appliedMinor: 1_000n },
};
const some = (...names: (keyof typeof credits)[]) =>
  names.map((name) => credits[name] as CreditView);

describe('the payment that completed a checkout', () => {
  it.each([
    [['part', 'rest'], 'rest'],
    [['part', 'rest', 'second'], 'rest'],
    [['returned', 'late'], 'late'],
    [['part'], 'part'],
  ])('of %j is %s', (names, creditId) => {
    const paid = checkout({ status: 'SUCCESSFUL', credits: some(...names) });
    expect(payingCredit(paid)?.creditId).toBe(creditId);
  });

  it.each(checkoutStatuses)('is there, when it is %s, only if it was paid', (status) => {
    const one = checkout({ status, credits: some('part') });
    expect(payingCredit(one) !== undefined).toBe(isPaid(status));
  });
});

describe('what is outstanding', () => {
  it.each([
    ['INITIATED', 0n, 1_000n],
    ['PARTIALLY_PAID', 400n, 600n],
    ['SUCCESSFUL', 400n, 0n],
    ['REFUNDED', 1_000n, 0n],
    ['PROCESSING', 1_200n, 0n],
    ['EXPIRED', 0n, 0n],
    ['CANCELLED', 400n, 0n],
  ] as const)('of one that is %s with %d is %d', (status, appliedMinor, outstanding) => {
    expect(outstandingOf(checkout({ status, appliedMinor }))).toBe(outstanding);
  });
});

describe('the amounts that may be confirmed', () => {
  const none: Partial<Checkout> = { paidMinor: 0n, acceptedMinor: 0n };
  const credit = (amountMinor: bigint, appliedMinor: bigint) =>
    ({ amountMinor, appliedMinor }) as CreditView;

  it.each([
    ['before any money: what is due', none, [1_000n]],
    [
      'in part: what is due and what was received',
      { ...none, paidMinor: 400n, credits: [credit(400n, 400n)] },
      [1_000n, 400n],
    ],
    [
      'too much, kept: what is due and what was received and accepted',
      { paidMinor: 1_200n, acceptedMinor: 1_200n, credits: [credit(1_200n, 1_000n)] },
      [1_000n, 1_200n],
    ],
    [
      'too little, accepted',
      { paidMinor: 400n, acceptedMinor: 400n, credits: [credit(400n, 400n)] },
      [1_000n, 400n],
    ],
    [
      'too much, and a second payment: what was received is what counts, or everything',
      {
        paidMinor: 2_200n,
        acceptedMinor: 1_000n,
        credits: [credit(1_200n, 1_000n), credit(1_000n, 0n)],
      },
      [1_000n, 2_200n, 1_200n],
    ],
    ['exactly: one amount', { paidMinor: 1_000n, acceptedMinor: 1_000n }, [1_000n]],
  ] as const)('are, %s', (_when, changes, amounts) => {
    expect(confirmableAmounts(checkout(changes as Partial<Checkout>), 1_000n)).toEqual(amounts);
  });
});
