import { expect, it } from 'vitest';
import type { CheckoutFilter } from '../../../../src/payments/checkouts/checkout-list.js';
import { listedCheckouts } from '../../../../src/payments/checkouts/checkout-list-query.js';

const day = (days: number): Date => new Date(Date.UTC(2026, 10, days));
const values: Readonly<Record<string, readonly unknown[]>> = {
  status: ['SUCCESSFUL', 'EXPIRED', 'PROCESSING', 'AWAITING_PAYMENT'],
  statusReason: ['ABANDONED'],
  exception: ['LATE'],
  paidBy: ['Bank', 'Card'],
  email: ['ada@example.ng'],
  phoneNumber: ['+2348031234567'],
  paymentReference: ['ORD-1'],
  since: [day(1)],
  before: [day(9)],
  changedSince: [day(2)],
  changedBefore: [day(8)],
};

/** Each filter with each of its values or without it. */
function filters(names: readonly string[]): readonly CheckoutFilter[] {
  const [name, ...others] = names;
  if (name === undefined) return [{ since: null, before: null }];
  const rest = filters(others);
  const withIt = (values[name] ?? []).flatMap((value) =>
    rest.map((each) => ({ ...each, [name]: value })),
  );
  return [...rest, ...withIt];
}

it('names each of its values, and has one text for each name, whatever is filtered by', () => {
  const texts = new Map<string, string>();
  const after = ['1790000000000000', 'chk_00000000000000000000000000'];
  for (const filter of filters(Object.keys(values))) {
    for (const slice of [
      { limit: 21, offset: 0, after: null },
      { limit: 251, offset: 0, after },
      { limit: 21, offset: 20, after: null },
    ]) {
      const query = listedCheckouts('mch_1', filter, slice);
      const named = new Set(query.text.match(/\$\d+\b/g));
      if (named.size !== query.values.length || texts.get(query.name) !== undefined) {
        expect(named.size, query.text).toBe(query.values.length);
        expect(query.text, query.name).toBe(texts.get(query.name));
      }
      texts.set(query.name, query.text);
    }
  }
  expect(texts.size).toBeGreaterThan(5_000);
});
