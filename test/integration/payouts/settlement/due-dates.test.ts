import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type pg from 'pg';
import type { Actor } from '../../../../src/domain/actor.js';
import { PgSettlementSettingsStore } from '../../../../src/merchants/settings/settlement-settings.store.js';
import { PgHolidays } from '../../../../src/payouts/calendar/holiday.store.js';
import { createPool } from '../../../../src/platform/database/database.js';
import { collect } from '../../../support/collection.js';
import { addMerchant, Shop } from '../../../support/shop.js';
import { whileHeld } from '../../../support/while-held.js';

/** payouts/settlement/due-dates.sql: what moves the due dates of what is not settled yet. */
let shop: Shop;

beforeAll(async () => {
  shop = await Shop.open(4);
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(async () => {
  await shop.pool.query('delete from holiday');
  await shop.pool.query('delete from holiday_change');
  await shop.pool.query('delete from balance_transaction');
  await shop.pool.query("update merchant set settlement_schedule = 'T1'");
});

const eveOfChristmas = '2046-12-24T10:00:00+01:00';
const operator = 'ada';

const by = { operator, reason: 'Gazette' };
const declare = (day: string, isHoliday = true) => {
  const holidays = new PgHolidays(shop.pool);
  const declaration = { day, name: 'In lieu', ...by };
  return isHoliday ? holidays.add(declaration) : holidays.workday(declaration);
};
const withdraw = (day: string) => new PgHolidays(shop.pool).withdraw({ day, name: '', ...by });

async function dueOf(creditId: string): Promise<string | undefined> {
  const { rows } = await shop.pool.query<{ due: string }>(
    "select due_on::text as due from balance_transaction where source_type = 'credit' and source_id = $1",
    [creditId],
  );
  return rows[0]?.due;
}

async function audit() {
  const { rows } = await shop.pool.query(
    'select day::text, is_holiday, name, operator, reason, replanned from holiday_change order by holiday_change_id',
  );
  return rows as unknown[];
}

describe('a holiday that is declared late', () => {
  it('moves what is due on it, and says what it moved', async () => {
    const first = await collect(shop, eveOfChristmas);
    const second = await collect(shop, eveOfChristmas);
    const later = await collect(shop, '2046-12-27T10:00:00+01:00');
    expect(await dueOf(first.creditId)).toBe('2046-12-27');

    expect(await declare('2046-12-27')).toEqual({
      outcome: 'DECLARED',
      moves: [
        {
          wasDueOn: '2046-12-27',
          nowDueOn: '2046-12-28',
          transactions: 2,
          merchants: 1,
          netMinor: '1978500',
        },
      ],
    });
    expect(await dueOf(first.creditId)).toBe('2046-12-28');
    expect(await dueOf(second.creditId)).toBe('2046-12-28');
    expect(await dueOf(later.creditId)).toBe('2046-12-28');
    const noted = { day: '2046-12-27', is_holiday: true, name: 'In lieu', ...by };
    expect(await audit()).toEqual([
      { ...noted, replanned: 0 },
      { ...noted, replanned: 2 },
    ]);
  });

  it('changes nothing when it is declared again', async () => {
    await collect(shop, eveOfChristmas);
    await declare('2046-12-27');
    expect(await declare('2046-12-27')).toEqual({ outcome: 'UNCHANGED', moves: [] });
    expect(await audit()).toHaveLength(2);
  });

  it('is taken back, and the due dates with it', async () => {
    const { creditId } = await collect(shop, eveOfChristmas);
    await declare('2046-12-27');
    expect(await withdraw('2046-12-27')).toMatchObject({
      outcome: 'WITHDRAWN',
      moves: [{ wasDueOn: '2046-12-28', nowDueOn: '2046-12-27', transactions: 1 }],
    });
    expect(await dueOf(creditId)).toBe('2046-12-27');
    expect(await withdraw('2046-12-27')).toEqual({ outcome: 'UNCHANGED', moves: [] });
    expect((await audit()).at(-1)).toMatchObject({ is_holiday: null, name: null, replanned: 1 });
  });

  it('leaves what is frozen, and what a run has made due, as it is', async () => {
    const frozen = await collect(shop, eveOfChristmas);
    await shop.pool.query(
      "update balance_transaction set settlement_id = 'stl_x' where source_id = $1",
      [frozen.creditId],
    );
    const due = await collect(shop, eveOfChristmas);
    await shop.pool.query(
      "insert into settlement_run (cycle, cut_off) values ('DAILY', '2046-12-27T00:00:00+01:00')",
    );
    expect(await declare('2046-12-27')).toEqual({ outcome: 'DECLARED', moves: [] });
    await shop.pool.query('delete from settlement_run');
    expect(await dueOf(frozen.creditId)).toBe('2046-12-27');
    expect(await dueOf(due.creditId)).toBe('2046-12-27');
    // The run has not been: what is due on the day moves.
    expect(await declare('2046-12-27')).toMatchObject({ outcome: 'UNCHANGED', moves: [{}] });
    expect(await dueOf(frozen.creditId)).toBe('2046-12-27');
    expect(await dueOf(due.creditId)).toBe('2046-12-28');
  });
});

describe('a holiday whose money cannot be planned anew', () => {
  it('is declared all the same, and moves the money of every other merchant', async () => {
    const { creditId } = await collect(shop, eveOfChristmas);
    const others = await collect(shop, eveOfChristmas);
    const other = await addMerchant(shop.pool);
    await shop.pool.query('update balance_transaction set merchant_id = $1 where source_id = $2', [
      other,
      others.creditId,
    ]);
    const pool = createPool(shop.database.url, { max: 1, applicationName: 'worker' });
    const rows = 'select from balance_transaction where source_id = $1 for update';
    const change = whileHeld(shop.pool, rows, [creditId], () =>
      new PgHolidays(pool).add({ day: '2046-12-27', name: 'In lieu', ...by }),
    );
    await expect(change).rejects.toMatchObject({ code: '55P03' });
    await pool.end();
    expect(await isHoliday('2046-12-27')).toBe(true);
    expect(await dueOf(others.creditId)).toBe('2046-12-28');

    // Declared again, it moves what is left.
    expect(await declare('2046-12-27')).toMatchObject({
      outcome: 'UNCHANGED',
      moves: [{ transactions: 1, merchants: 1 }],
    });
    expect(await dueOf(creditId)).toBe('2046-12-28');
  });

  const isHoliday = async (day: string) =>
    (await shop.pool.query(`select from holiday where day = $1`, [day])).rows.length === 1;
});

describe('a working day', () => {
  it('is made of a feast: what waited for the next one is due on it', async () => {
    const { creditId } = await collect(shop, '2046-12-24T10:00:00+01:00');
    expect(await declare('2046-12-25', false)).toMatchObject({ outcome: 'DECLARED' });
    expect(await dueOf(creditId)).toBe('2046-12-25');
    await withdraw('2046-12-25');
    expect(await dueOf(creditId)).toBe('2046-12-27');
  });

  it('is not made of a Saturday', async () => {
    expect(await declare('2046-12-29', false)).toEqual({ outcome: undefined, moves: [] });
    expect(await audit()).toEqual([]);
  });
});

describe('settlementDueDate', () => {
  const told = async ({ checkoutId }: { checkoutId: string }) => {
    const { rows } = await shop.pool.query<{ type: string; due: string | null }>(
      `select type, body::jsonb -> 'data' ->> 'settlementDueDate' as due from event
        where checkout_id = $1 order by sequence`,
      [checkoutId],
    );
    return rows.map(({ type, due }) => [type, due]);
  };

  it('is told with the payment, and later as it stands then', async () => {
    const paid = await collect(shop, eveOfChristmas);
    await declare('2046-12-27');
    const { refund } = await shop.requestRefund(paid.creditId, { amountMinor: 100_000n });
    await shop.sendRefund(refund?.refundId ?? '');
    const events = await told(paid);
    expect(events.slice(0, 2)).toEqual([
      ['collection.received', '2046-12-27'],
      ['checkout.successful', '2046-12-27'],
    ]);
    expect(new Set(events.slice(2).map(([, due]) => due))).toEqual(new Set(['2046-12-28']));
  });

  it('is null of money that is held, and of a part', async () => {
    const { checkout, account } = await shop.order();
    await shop.payAndPost({ checkout, account }, 400_000n);
    expect(await told(checkout)).toEqual([
      ['collection.received', null],
      ['checkout.underpaid', null],
    ]);
    expect((await shop.read(checkout)).credits).toMatchObject([{ settlementDueOn: null }]);
  });

  it('of a second payment is none while it is held: only the first is the merchant’s', async () => {
    const paid = await collect(shop, eveOfChristmas);
    const [account] =
      (await shop.checkouts.find(shop.merchantId, paid.paymentReference))?.accounts ?? [];
    const second = await shop.pay(account?.accountNumber ?? '', 1_000_000n);
    await shop.steps.applyCredit({ creditId: second.creditId });
    expect((await told(paid)).slice(2)).toEqual([
      ['collection.received', null],
      ['checkout.duplicate_payment', null],
    ]);
    const { credits } = (await shop.checkouts.find(shop.merchantId, paid.paymentReference)) ?? {};
    // The oldest first: the second has arrived long before the year of the first.
    expect(credits).toMatchObject([{ settlementDueOn: null }, { settlementDueOn: '2046-12-27' }]);
  });
});

describe("a merchant's schedule", () => {
  const changeOf = (pool: pg.Pool) => (merchantId: string, schedule: string, minimum: bigint) => {
    const actor: Actor = {
      ...{ kind: 'KEY', actor: 'client-1', door: 'API' },
      ...{ reason: null, partner: null, address: null },
    };
    const settings = { schedule, minimumPayoutMinor: minimum };
    return new PgSettlementSettingsStore(pool).change(merchantId, settings, actor);
  };
  const change = (merchantId: string, schedule: string, minimum = 100_000n) =>
    changeOf(shop.pool)(merchantId, schedule, minimum);
  const changes = async () => {
    const { rows } = await shop.pool.query(
      `select settlement_schedule as schedule, minimum_payout_minor::integer as minimum, actor, replanned
         from settlement_settings_change where merchant_id = $1 order by settlement_settings_change_id`,
      [shop.merchantId],
    );
    return rows as unknown[];
  };

  it('moves what is not due yet, of that merchant only, and is written down', async () => {
    const { creditId } = await collect(shop, eveOfChristmas);
    await change(await addMerchant(shop.pool), 'T2');
    await change(shop.merchantId, 'T1');
    expect(await dueOf(creditId)).toBe('2046-12-27');
    expect(await changes()).toEqual([]);

    await change(shop.merchantId, 'WEEKLY:FRI');
    expect(await dueOf(creditId)).toBe('2046-12-28');
    await change(shop.merchantId, 'WEEKLY:FRI', 5_000_000n);
    await change(shop.merchantId, 'T0_INSTANT', 5_000_000n);
    expect(await dueOf(creditId)).toBe('2046-12-24');
    const actor = 'client-1';
    expect(await changes()).toEqual([
      { schedule: 'WEEKLY:FRI', minimum: 100_000, actor, replanned: 0 },
      { schedule: 'WEEKLY:FRI', minimum: 100_000, actor, replanned: 1 },
      { schedule: 'WEEKLY:FRI', minimum: 5_000_000, actor, replanned: 0 },
      { schedule: 'T0_INSTANT', minimum: 5_000_000, actor, replanned: 0 },
      { schedule: 'T0_INSTANT', minimum: 5_000_000, actor, replanned: 1 },
    ]);
  });

  it('is changed also while the due dates cannot be, and moves them when it is sent again', async () => {
    const { creditId } = await collect(shop, eveOfChristmas);
    const pool = createPool(shop.database.url, { max: 1, applicationName: 'api' });
    const rows = 'select from balance_transaction where source_id = $1 for update';
    const changed = whileHeld(shop.pool, rows, [creditId], () =>
      changeOf(pool)(shop.merchantId, 'WEEKLY:FRI', 100_000n),
    );
    await expect(changed).rejects.toMatchObject({ code: '55P03' });
    await pool.end();
    const stored = await new PgSettlementSettingsStore(shop.pool).find(shop.merchantId);
    expect(stored.schedule).toBe('WEEKLY:FRI');
    await change(shop.merchantId, 'WEEKLY:FRI');
    expect(await dueOf(creditId)).toBe('2046-12-28');
  });

  it('leaves what is due already', async () => {
    const { creditId } = await collect(shop, '2026-01-07T10:00:00+01:00');
    await change(shop.merchantId, 'MONTHLY:31');
    expect(await dueOf(creditId)).toBe('2026-01-08');
  });

  it.each(['T3', 'WEEKLY:SUN', 'WEEKLY', 'MONTHLY:0', 'MONTHLY:32', 'MONTHLY:01', ''])(
    'cannot be %j',
    async (schedule) => {
      await expect(change(shop.merchantId, schedule)).rejects.toMatchObject({
        constraint: 'merchant_settlement_schedule',
      });
    },
  );
});
