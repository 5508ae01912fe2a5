import { afterAll, beforeAll, expect, it } from 'vitest';
import { manilla } from '../../../support/manilla-cli.js';
import { Shop } from '../../../support/shop.js';

/** `manilla recover`, by the database that DATABASE_URL names. */
let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open(2);
});
afterAll(() => shop[Symbol.asyncDispose]());

const recover = (...args: string[]) =>
  manilla(['recover', ...args], { DATABASE_URL: shop.database.url });

it('shows without a change, then holds every bank until its statement is read', async () => {
  const before = await recover('--status');
  expect(before).toMatchObject({ code: 0, stderr: '' });
  expect(before.stdout).toContain('none was ever held');
  expect(await shop.database.query('select 1 from recovery')).toEqual([]);

  const begun = await recover('--minutes', '45');
  expect(begun).toMatchObject({ code: 0, stderr: '' });
  expect(begun.stdout).toMatch(/nothing is sent until its statement is read after .* \(BY_HAND\)/);
  const [held] = await shop.database.query<{ reason: string; minutes: number }>(
    `select reason, round(extract(epoch from read_from - began_at) / 60)::int as minutes from recovery`,
  );
  expect(held).toEqual({ reason: 'BY_HAND', minutes: 45 });
});

it.each([
  [['--minutes', 'soon'], '--minutes is "soon"'],
  [['--book', '0905'], 'Say either --merchant mch_... or --write-off.'],
  [['--book', '0905', '--write-off', '--reason', 'x'], '--operator is missing'],
  [['--book', '0905', '--write-off', '--operator', 'ada', '--reason', 'x'.repeat(201)], '--reason'],
])('is refused with %j', async (args, sentence) => {
  const { code, stderr } = await recover(...args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
});

it('books no debit that nobody knows', async () => {
  const by = ['--operator', 'ada', '--reason', 'paid before the restore'];
  const { code, stderr } = await recover('--book', '0905', '--write-off', ...by);
  expect([code, stderr]).toEqual([1, expect.stringContaining('It failed')]);
});
