import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  checkoutStatuses,
  openStatuses,
  paidStatuses,
} from '../../../src/domain/checkout-state.js';
import { feeOn } from '../../../src/domain/fees.js';
import { defaultPolicies, toleranceCapBps } from '../../../src/domain/policies.js';
import { refundTransitions } from '../../../src/domain/refund-state.js';
import { checkCases } from '../../support/model-play.js';
import { feePlans, Shop } from '../../support/shop.js';

/** What is written down twice, in the domain and in SQL, must say the same. */
let shop: Shop;

beforeAll(async () => {
  shop = await Shop.open(2);
});
afterAll(() => shop[Symbol.asyncDispose]());

async function ask<T>(expression: string, values: unknown[] = []): Promise<T> {
  const { rows } = await shop.pool.query<{ value: T }>(`select ${expression} as value`, values);
  return rows[0]?.value as T;
}

it('which statuses are open, and which were paid', async () => {
  const holding = async (name: string) => {
    const are = await Promise.all(
      checkoutStatuses.map((status) => ask<boolean>(`${name}($1)`, [status])),
    );
    return checkoutStatuses.filter((_, index) => are[index]);
  };
  expect(await holding('is_open_status')).toEqual([...openStatuses]);
  expect(await holding('is_paid_status')).toEqual([...paidStatuses]);
});

it('every transition of a refund, and no other', async () => {
  const { rows } = await shop.pool.query<{ row: string }>(
    "select from_status || ' ' || event || ' ' || to_status as row from refund_transition",
  );
  expect(rows.map(({ row }) => row).toSorted()).toEqual(
    refundTransitions.map(({ from, event, to }) => `${from} ${event} ${to}`).toSorted(),
  );
  await expect(
    shop.pool.query("select refund_status_after('SUCCESSFUL', 'SENT')"),
  ).rejects.toMatchObject({ constraint: 'refund_transition' });
});

it('what holds where a policy is not written down', async () => {
  for (const [name, value] of Object.entries(defaultPolicies))
    expect(await ask('policy_of($1, $2)', ['{}', name])).toBe(String(value));
  expect(await ask('policy_of($1, $2)', ['{"late":"HOLD"}', 'late'])).toBe('HOLD');
});

describe('fees', () => {
  const inSql = async (plan: string, amount: bigint) => {
    const { rows } = await shop.pool.query<{ fee_minor: bigint; vat_minor: bigint }>(
      'select * from fee_on($1, $2)',
      [plan, amount],
    );
    return { feeMinor: rows[0]?.fee_minor, vatMinor: rows[0]?.vat_minor };
  };

  it('of the published vectors', async () => {
    for (const amount of [
      10_000n,
      99_999n,
      249_900n,
      250_000n,
      1_000_000n,
      3_000_000n,
      50_000_000n,
    ])
      for (const plan of ['transfer', 'card'] as const)
        expect(await inSql(plan, amount)).toEqual(feeOn(feePlans[plan], amount));
  });

  it('rounds half a kobo of VAT up', async () => {
    // 1 % of 2,000 kobo is 20, whose VAT is 1.5.
    expect(await inSql('transfer', 2_000n)).toEqual({ feeMinor: 20n, vatMinor: 2n });
  });

  it('of any amount', async () => {
    // Most of all amounts bear the capped fee, whose VAT needs no rounding.
    const amount = fc.oneof(
      fc.bigInt({ min: 1n, max: 20_000_000n }),
      fc.bigInt({ min: 1n, max: 10_000_000_000n }),
    );
    const property = fc.asyncProperty(
      amount,
      fc.constantFrom('transfer', 'card'),
      async (given, plan) => {
        expect(await inSql(plan, given)).toEqual(feeOn(feePlans[plan], given));
      },
    );
    await checkCases('fees', property, 100);
  });
});

it('a tolerance counts for so much of what is due at most', async () => {
  const cap = (1_000_000n * BigInt(toleranceCapBps)) / 10_000n;
  for (const [short, status] of [
    [cap, 'SUCCESSFUL'],
    [cap + 1n, 'PARTIALLY_PAID'],
  ] as const) {
    const order = await shop.order({ policies: { tolerance: 1_000_000 } });
    expect(await shop.payAndPost(order, 1_000_000n - short)).toMatchObject({ status });
  }
});

it.each([
  [999_999n, '2026-06-01', 0n],
  [1_000_000n, '2026-06-01', 5_000n],
  [1_000_000n, '2025-12-31T22:59:59Z', 0n],
  [1_000_000n, '2025-12-31T23:00:00Z', 5_000n],
])('the duty on a transfer of %i kobo at %s is %i', async (amount, at, duty) => {
  expect(await ask('stamp_duty_on($1, $2)', [amount, at])).toBe(duty);
});
