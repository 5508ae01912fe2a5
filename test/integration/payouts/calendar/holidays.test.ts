import { afterAll, beforeAll, expect, it } from 'vitest';
import { collect } from '../../../support/collection.js';
import { manilla } from '../../../support/manilla-cli.js';
import { Shop } from '../../../support/shop.js';

/** `npm run holidays`, by the database that DATABASE_URL names. */
let shop: Shop;

beforeAll(async () => {
  shop = await Shop.open(2);
});
afterAll(() => shop[Symbol.asyncDispose]());

/** What it prints, and what it complains of. */
async function holidays(...args: string[]): Promise<string> {
  const told = await manilla(['holidays', ...args], { DATABASE_URL: shop.database.url });
  return told.code === 0 ? told.stdout : `exit ${told.code}: ${told.stderr}`;
}

const by = ['--operator', 'ada', '--reason', 'Ministry of Interior'];

it('adds a holiday and takes it back, and says what is due when', async () => {
  const { creditId } = await collect(shop, '2046-12-24T10:00:00+01:00');
  expect(await holidays('add', '2046-12-27', 'Boxing Day (in lieu)', ...by)).toBe(
    '2046-12-27 is a holiday now.\n' +
      '  due 2046-12-27 -> 2046-12-28: ₦9,892.50 (collections: 1, merchants: 1)\n',
  );
  expect(await holidays('add', '2046-12-27', 'Boxing Day (in lieu)', ...by)).toBe(
    '2046-12-27 was declared a holiday before.\nNo due date has moved.\n',
  );
  expect(await holidays('withdraw', '2046-12-27', ...by)).toContain(
    'due 2046-12-28 -> 2046-12-27: ₦9,892.50',
  );
  const { rows } = await shop.pool.query(
    `select b.due_on::text, (select json_agg(h.operator || ' ' || h.replanned order by h.holiday_change_id)
                               from holiday_change h) as changes
       from balance_transaction b where b.source_id = $1`,
    [creditId],
  );
  expect(rows).toEqual([{ due_on: '2046-12-27', changes: ['ada 0', 'ada 1', 'ada 0', 'ada 1'] }]);
});

it('lists a year, what ops have declared among it', async () => {
  await holidays('workday', '2047-06-12', ...by);
  await holidays('add', '2047-06-13', 'Eid-el-Kabir', ...by);
  const year = await holidays('list', '--year', '2047');
  expect(year.split('\n').map((line) => line.trim())).toEqual([
    'Holidays of 2047',
    "2047-01-01  Tue  New Year's Day",
    '2047-04-12  Fri  Good Friday',
    '2047-04-15  Mon  Easter Monday',
    "2047-05-01  Wed  Workers' Day",
    '2047-06-12  Wed  a working day  declared',
    '2047-06-13  Thu  Eid-el-Kabir  declared',
    '2047-10-01  Tue  Independence Day',
    '2047-12-25  Wed  Christmas Day',
    '2047-12-26  Thu  Boxing Day',
    '',
  ]);
});

it.each([
  [2, [], 'There is no command "holidays"'],
  [2, ['drop', '2046-12-27', ...by], 'There is no command "holidays drop"'],
  [2, ['add', '2046-02-30', 'x', ...by], '"2046-02-30" is no date'],
  [1, ['add', '2020-12-28', 'x', ...by], '2020-12-28 is over'],
  [2, ['add', '2046-12-28', ...by], 'manilla holidays add DATE NAME'],
  [2, ['add', '2046-12-28', 'x'.repeat(201), ...by], 'NAME may have 200 characters'],
  [2, ['add', '2046-12-28', 'x', '--operator', 'ada'], '--reason is missing'],
  [2, ['withdraw', '2046-12-28', '--operator', ' ', '--reason', 'x'], '--operator is missing'],
  [1, ['workday', '2046-12-29', ...by], '2046-12-29 is in a weekend'],
  [2, ['list', '--year', '26'], '--year is "26"'],
])('exits with %i for %j', async (code, args, sentence) => {
  const answer = await holidays(...args);
  expect(answer.slice(0, 8)).toBe(`exit ${code}: `);
  expect(answer).toContain(sentence);
});
