import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardAttemptStatuses, isOpenAttempt } from '../../../../src/domain/card-attempt-state.js';
import { amountRules, fitsAmountRule } from '../../../../src/domain/amount-rule.js';
import { channelNames } from '../../../../src/domain/channels.js';
import { responseOf } from '../../../../src/domain/checkout-response.js';
import { merchantMoves, merchantStatuses } from '../../../../src/domain/merchant-state.js';
import { dailyRunHour } from '../../../../src/domain/settlement-cycle.js';
import { retryDelayMs, retryDelaysMs } from '../../../../src/domain/webhook-retry-schedule.js';
import { offeredMinor, outstandingOf } from '../../../../src/payments/checkouts/checkout-money.js';
import type { Checkout } from '../../../../src/payments/checkouts/checkout.js';
import { effectiveState } from '../../../../src/payments/checkouts/effective-state.js';
import {
  checkoutStatuses,
  checkoutTransitions,
  openStatuses,
  paidStatuses,
} from '../../../../src/domain/checkout-state.js';
import { feeOn } from '../../../../src/domain/fees.js';
import { lagosDate, lagosDay } from '../../../../src/domain/lagos-day.js';
import { masked } from '../../../../src/domain/masking.js';
import { payoutTransitions } from '../../../../src/domain/payout-state.js';
import {
  defaultPolicies,
  policyChoices,
  toleranceCapBps,
} from '../../../../src/domain/policies.js';
import { refundTransitions } from '../../../../src/domain/refund-state.js';
import { newId } from '../../../../src/platform/database/new-id.js';
import { releaseSchema } from '../../../../src/platform/database/release.js';
import { checkCases } from '../../../support/model-play.js';
import { feePlans, Shop } from '../../../support/shop.js';

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

it('which attempts of a card are open, as one function says and an index has them', async () => {
  for (const status of cardAttemptStatuses)
    expect(await ask('is_open_attempt($1)', [status])).toBe(isOpenAttempt(status));
  const lists = await shop.pool.query<{ name: string }>(
    `select proname as name from pg_proc
      where pronamespace = '${releaseSchema()}'::regnamespace and prosrc ~ $$'PENDING'[^()]*'REQUIRES_ACTION'$$`,
  );
  expect(lists.rows).toEqual([{ name: 'is_open_attempt' }]);
  const index = await shop.pool.query<{ status: string }>(
    `select (regexp_matches(pg_get_indexdef('card_attempt_one_open'::regclass), $$'([A-Z_]+)'::text$$, 'g'))[1] as status`,
  );
  expect(index.rows.map(({ status }) => status)).toEqual(cardAttemptStatuses.filter(isOpenAttempt));
});

it('every transition of a checkout, a refund and a payout, and no other', async () => {
  for (const [table, transitions] of [
    ['checkout_transition', checkoutTransitions],
    ['refund_transition', refundTransitions],
    ['payout_transition', payoutTransitions],
  ] as const) {
    const { rows } = await shop.pool.query<{ row: string }>(
      `select from_status || ' ' || event || ' ' || to_status as row from ${table}`,
    );
    expect(rows.map(({ row }) => row).toSorted()).toEqual(
      transitions.map(({ from, event, to }) => `${from} ${event} ${to}`).toSorted(),
    );
  }
  await expect(
    shop.pool.query("select refund_status_after('SUCCESSFUL', 'SENT')"),
  ).rejects.toMatchObject({ constraint: 'refund_transition' });
});

it('what holds where a policy is not written down', async () => {
  for (const [name, value] of Object.entries(defaultPolicies))
    expect(await ask('policy_of($1, $2)', ['{}', name])).toBe(String(value));
  expect(await ask('policy_of($1, $2)', ['{"late":"HOLD"}', 'late'])).toBe('HOLD');
});

it('the code and the message of each status', async () => {
  for (const status of [null, ...checkoutStatuses]) {
    const { code, message } = responseOf(status);
    expect(await ask('to_json(response_of($1))', [status]), `${status}`).toEqual({ code, message });
  }
});

it('which amounts a rule takes besides what is due', async () => {
  for (const rule of amountRules) {
    expect(await ask('takes_less($1)', [rule])).toBe(fitsAmountRule(rule, 1n, 2n));
    expect(await ask('takes_more($1)', [rule])).toBe(fitsAmountRule(rule, 3n, 2n));
  }
});

it('where each action takes a merchant', async () => {
  for (const status of merchantStatuses)
    for (const [action, { from, to }] of Object.entries(merchantMoves)) {
      const after = (from as readonly string[]).includes(status) ? to : null;
      expect(await ask('merchant_status_after($1, $2)', [status, action])).toBe(after);
    }
});

it('figures: the cap of a tolerance, the wait for a retry, the hour of the daily run', async () => {
  for (const expected of [0n, 99n, 100n, 199n, 90_000_000_000_001n])
    expect(await ask('tolerance_cap($1)', [expected])).toBe(
      (expected * BigInt(toleranceCapBps)) / 10_000n,
    );
  const longest = Math.max(...retryDelaysMs.map((_, at) => retryDelayMs(at + 1, 1) ?? 0));
  const within = await ask<string>('extract(epoch from retry_within()) * 1000');
  expect(Number(within)).toBeGreaterThanOrEqual(longest);
  expect(Number(within)).toBeLessThan(longest + 3_600_000);
  const run = await ask<Date>("run_of('2026-06-01')");
  expect(run.toISOString()).toBe(`2026-06-01T0${dailyRunHour - 1}:00:00.000Z`);
});

it('what a payer is asked, and still owes', async () => {
  const offers = { Bank: { expectedMinor: 1_000n } };
  for (const status of checkoutStatuses)
    for (const appliedMinor of [0n, 1n, 999n, 1_000n, 1_001n])
      for (const expectedMinor of [1_000n, 999n]) {
        const row = JSON.stringify({
          ...{ checkout_id: 'chk_1', status, applied_minor: String(appliedMinor) },
          ...{
            expected_minor: String(expectedMinor),
            offers: { Bank: { expectedMinor: '1000' } },
          },
        });
        const inSql = async (expression: string) =>
          ask(`(select ${expression} from jsonb_populate_record(null::checkout, $1) c)`, [row]);
        const given = { offers, status, expectedMinor, appliedMinor } as unknown as Checkout;
        expect(await inSql('due_minor(c)')).toBe(outstandingOf(given));
        // What it asks by a channel of its own counts for who pays by that.
        expect(await inSql("due_minor(c, 'Bank')")).toBe(
          outstandingOf({ ...given, expectedMinor: 1_000n }),
        );
        expect(await inSql("due_minor(c, 'Card')")).toBe(outstandingOf(given));
        for (const channel of channelNames)
          expect(await inSql(`offered_minor(c, '${channel}')`)).toBe(offeredMinor(given, channel));
      }
});

it.each(['', '1', '1234', '12345', '0690000032', 'ADA OBI'])('%s masked', async (text) => {
  expect(await ask('masked($1)', [text])).toBe(masked(text));
});

it.each([
  '2025-12-31T22:59:59.999Z',
  '2025-12-31T23:00:00.000Z',
  '2026-02-28T23:00:00.000Z',
  '2028-02-29T12:00:00.000Z',
])('the day in Lagos at %s, when it begins, and the time itself', async (at) => {
  expect(await ask('rfc3339($1)', [at])).toBe(new Date(at).toISOString());
  const day = lagosDate(new Date(at));
  expect(await ask('lagos_date($1)::text', [at])).toBe(day);
  expect(await ask('lagos_midnight($1)', [day])).toEqual(lagosDay(day)?.since);
});

describe('where a checkout stands by the clock, and why it was not paid', () => {
  /** Every combination of what the two rules look at. */
  const cases = [true, false].flatMap((sessionIsOver) =>
    checkoutStatuses.flatMap((status) =>
      policyChoices.onAccountExpiry.flatMap((onAccountExpiry) =>
        [0n, 1n].map((appliedMinor) => ({ sessionIsOver, status, onAccountExpiry, appliedMinor })),
      ),
    ),
  );

  it.each(['no account', 'an open account', 'an account whose time is over'])('%s', async (has) => {
    const checkout = await shop.initiate();
    if (has !== 'no account') await shop.issue(checkout);
    if (has === 'an account whose time is over') await shop.letPass(checkout, 31);
    const found = await shop.read(checkout);
    const expiresAt = (isOver: boolean) =>
      new Date(found.now.getTime() + (isOver ? -3_600_000 : 3_600_000));
    const rows = cases.map(({ sessionIsOver, status, onAccountExpiry, appliedMinor }) => ({
      checkout_id: found.checkoutId,
      status,
      policies: { onAccountExpiry },
      applied_minor: String(appliedMinor),
      expires_at: expiresAt(sessionIsOver),
    }));
    const { rows: inSql } = await shop.pool.query<{ status: string; reason: string }>(
      `select status_by_clock(c) as status, unpaid_reason(c) as reason
         from jsonb_array_elements($1) with ordinality as given (one, place)
        cross join lateral jsonb_populate_record(null::checkout, one) c order by place`,
      [JSON.stringify(rows)],
    );
    expect(inSql).toHaveLength(cases.length);
    for (const [index, given] of cases.entries()) {
      const { sessionIsOver, status, onAccountExpiry, appliedMinor } = given;
      const policies = { ...found.policies, onAccountExpiry };
      const shown = effectiveState({
        ...found,
        ...{ status, policies, appliedMinor, expiresAt: expiresAt(sessionIsOver) },
        statusReason: 'AS IT WAS',
      });
      const said = inSql[index];
      const hasEnded = shown.status === 'EXPIRED' && status !== 'EXPIRED';
      expect({ given, ...said }).toMatchObject({ given, status: shown.status });
      if (hasEnded) expect({ given, ...said }).toMatchObject({ reason: shown.statusReason });
    }
  });
});

describe('fees', () => {
  const inSql = async (plan: string, amount: bigint) => {
    const { rows } = await shop.pool.query<{ fee_minor: bigint; vat_minor: bigint }>(
      "select * from fee_on($1, 'NGN', $2)",
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

  it('by any plan', async () => {
    const plans = fc.record({
      rateBps: fc.integer({ min: 0, max: 10_000 }),
      flatMinor: fc.bigInt({ min: 0n, max: 50_000n }),
      flatWaivedBelowMinor: fc.bigInt({ min: 0n, max: 1_000_000n }),
      capMinor: fc.bigInt({ min: 0n, max: 500_000n }),
      vatBps: fc.integer({ min: 0, max: 10_000 }),
    });
    const amounts = fc.bigInt({ min: 1n, max: 10_000_000_000n });
    const near = fc.constantFrom(-1n, 0n, 1n);
    const property = fc.asyncProperty(plans, amounts, near, async (plan, any, beside) => {
      const planId = newId('txn');
      const { rateBps, flatMinor, flatWaivedBelowMinor, capMinor, vatBps } = plan;
      await shop.pool.query('insert into fee_plan values ($1, $2, $3, $4, $5, $6)', [
        ...[planId, rateBps, flatMinor, flatWaivedBelowMinor, capMinor, vatBps],
      ]);
      // Also both sides of where the flat part begins, and of where the fee is capped.
      const uncapped = plan.capMinor - (any >= plan.flatWaivedBelowMinor ? plan.flatMinor : 0n);
      const capped = (uncapped * 10_000n) / BigInt(Math.max(plan.rateBps, 1));
      for (const given of [any, plan.flatWaivedBelowMinor + beside, capped + beside].filter(
        (of) => of > 0n,
      ))
        expect(await inSql(planId, given)).toEqual(feeOn(plan, given));
    });
    await checkCases('fees by any plan', property, 100);
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
  expect(await ask("stamp_duty_on('NGN', $1, $2)", [amount, at])).toBe(duty);
});
