import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, CalendarModel, easterSunday } from '../../support/calendar-model.js';
import { checkCases, drawsWholeSamples } from '../../support/model-play.js';
import { Shop } from '../../support/shop.js';

/** domain/calendar.sql: the vectors of the design notes, and a plain model over four years with a leap year, each night over thirty. */
let shop: Shop;

beforeAll(async () => {
  shop = await Shop.open(2);
});
afterAll(() => shop[Symbol.asyncDispose]());

const [firstYear, lastYear] = drawsWholeSamples ? [2020, 2049] : [2024, 2027];
const schedules = ['T0_INSTANT', 'T1', 'T2', 'MANUAL', 'WEEKLY:FRI', 'MONTHLY:30', 'MONTHLY:31'];

async function dueOn(schedule: string, channel: string, receivedAt: string): Promise<string> {
  const { rows } = await shop.pool.query<{ due: string }>(
    'select due_on($1, $2, $3)::text as due',
    [schedule, channel, receivedAt],
  );
  return rows[0]?.due ?? '';
}

async function declare(declared: ReadonlyMap<string, boolean>): Promise<void> {
  await shop.pool.query('delete from holiday');
  await shop.pool.query(
    `insert into holiday (day, is_holiday, name)
       select d.key::date, d.value::boolean, 'declared' from jsonb_each_text($1) d`,
    [JSON.stringify(Object.fromEntries(declared))],
  );
}

describe('due dates of the design notes', () => {
  it.each([
    ['Friday', '2026-11-20T14:00:00+01:00', '2026-11-23'],
    ['Saturday', '2026-11-21T14:00:00+01:00', '2026-11-23'],
    ['Sunday', '2026-11-22T23:59:59.999+01:00', '2026-11-23'],
    ['Monday, its first moment', '2026-11-23T00:00:00.000+01:00', '2026-11-24'],
    ['the eve of Christmas', '2026-12-24T10:00:00+01:00', '2026-12-28'],
    ["New Year's Eve", '2026-12-31T10:00:00+01:00', '2027-01-04'],
    ['the Thursday before Easter', '2027-03-25T10:00:00+01:00', '2027-03-30'],
    ['the last moment of a day', '2026-11-18T23:59:59.999+01:00', '2026-11-19'],
    ['the first moment of the next', '2026-11-19T00:00:00.000+01:00', '2026-11-20'],
  ])('T1, received on %s', async (_when, receivedAt, due) => {
    expect(await dueOn('T1', 'Bank', receivedAt)).toBe(due);
  });

  it.each([
    ['T0_INSTANT', 'Bank', '2026-11-21'],
    ['T0_INSTANT', 'Card', '2026-11-24'],
    ['T1', 'Card', '2026-11-24'],
    ['T2', 'Bank', '2026-11-24'],
    ['MANUAL', 'Bank', '2026-11-23'],
    ['MANUAL', 'Card', '2026-11-24'],
    ['WEEKLY:MON', 'Bank', '2026-11-23'],
    ['WEEKLY:MON', 'Card', '2026-11-30'],
    ['WEEKLY:FRI', 'Bank', '2026-11-27'],
    ['MONTHLY:25', 'Bank', '2026-11-25'],
    ['MONTHLY:31', 'Bank', '2026-11-30'],
    ['MONTHLY:22', 'Bank', '2026-11-23'],
    ['MONTHLY:20', 'Bank', '2026-12-21'],
  ])('received on a Saturday by %s, %s', async (schedule, channel, due) => {
    expect(await dueOn(schedule, channel, '2026-11-21T14:00:00+01:00')).toBe(due);
  });

  it('a holiday that is declared late', async () => {
    await declare(new Map([['2026-12-28', true]]));
    expect(await dueOn('T1', 'Bank', '2026-12-24T10:00:00+01:00')).toBe('2026-12-29');
    await declare(new Map([['2026-12-25', false]]));
    expect(await dueOn('T1', 'Bank', '2026-12-24T10:00:00+01:00')).toBe('2026-12-25');
    await declare(new Map([['2026-11-21', false]]));
    expect(await dueOn('T1', 'Bank', '2026-11-20T10:00:00+01:00')).toBe('2026-11-23');
    await declare(new Map());
  });

  it('Easter', async () => {
    const { rows } = await shop.pool.query<{ year: number; easter: string }>(
      'select y as year, easter(y)::text as easter from generate_series(1900, 2299) y',
    );
    expect(rows.filter(({ year, easter }) => easter !== easterSunday(year))).toEqual([]);
    const known = [
      '1954-04-18',
      '1981-04-19',
      '2026-04-05',
      '2027-03-28',
      '2038-04-25',
      '2049-04-18',
    ];
    expect(rows.map(({ easter }) => easter)).toEqual(expect.arrayContaining(known));
  });
});

interface Row {
  readonly day: string;
  readonly next: string | null;
  readonly payout: boolean;
  readonly bank: string;
  readonly card: string;
}

async function compare(model: CalendarModel, schedule: string, from: string, to: string) {
  const { rows } = await shop.pool.query<Row>(
    `select d.day::date::text as day, next_payout_day($1, d.day::date)::text as next, is_payout_day($1, d.day::date) as payout,
            due_on($1, 'Bank', d.day + interval '22:59:59.999')::text as bank,
            due_on($1, 'Card', d.day - interval '1 hour')::text as card
       from generate_series($2::timestamptz, $3::timestamptz, interval '1 day') d (day)`,
    [schedule, `${from}T00:00:00Z`, `${to}T00:00:00Z`],
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows).toEqual(
    rows.map(({ day }) => ({
      day,
      next: model.nextPayoutDay(schedule, day),
      payout: model.isPayoutDay(schedule, day),
      bank: model.dueOn(schedule, 'Bank', new Date(`${day}T22:59:59.999Z`)),
      card: model.dueOn(schedule, 'Card', new Date(`${day}T00:00:00+01:00`)),
    })),
  );
}

describe('the model says the same', () => {
  it.each(schedules)(`from ${firstYear} to ${lastYear}, %s`, async (schedule) => {
    const model = new CalendarModel();
    for (let year = firstYear; year <= lastYear; year += 1)
      await compare(model, schedule, `${year}-01-01`, `${year}-12-31`);
  });

  it('whatever ops declare', async () => {
    const offset = fc.integer({ min: 0, max: 120 });
    await checkCases(
      'declared holidays',
      fc.asyncProperty(
        fc.integer({ min: 0, max: 10_000 }).map((days) => addDays(`${firstYear}-01-01`, days)),
        fc.array(fc.tuple(offset, fc.boolean()), { maxLength: 40 }),
        fc.constantFrom(
          ...schedules,
          'WEEKLY:MON',
          'WEEKLY:TUE',
          'WEEKLY:WED',
          'WEEKLY:THU',
          'MONTHLY:1',
          'MONTHLY:2',
          'MONTHLY:29',
        ),
        async (start, changes, schedule) => {
          const declared = new Map(
            changes.map(([days, holiday]) => [addDays(start, days), holiday]),
          );
          await declare(declared);
          await compare(new CalendarModel(declared), schedule, start, addDays(start, 120));
        },
      ),
      60,
    );
    await declare(new Map());
  });
});
