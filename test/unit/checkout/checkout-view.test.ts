import { describe, expect, it } from 'vitest';
import { outstandingOf, payingCredit } from '../../../src/checkout/checkout-view.js';
import { checkoutStatuses, isPaid } from '../../../src/domain/checkout-state.js';
import type { Checkout, CreditView } from '../../../src/domain/ports/checkout-store.port.js';

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
    ['EXPIRED', 0n, 1_000n],
  ] as const)('of one that is %s with %d is %d', (status, appliedMinor, outstanding) => {
    expect(outstandingOf(checkout({ status, appliedMinor }))).toBe(outstanding);
  });
});
