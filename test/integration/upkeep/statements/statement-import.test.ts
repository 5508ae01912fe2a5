import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCsvStatement, csvMapping } from '../../../../src/upkeep/statements/csv-statement.js';
import { toStatementLines } from '../../../../src/upkeep/statements/statement-file.js';
import { PgStatementFiles } from '../../../../src/upkeep/statements/statement-file.store.js';
import { operator } from '../../../support/actors.js';
import { Shop } from '../../../support/shop.js';

let shop: Shop;
let files: PgStatementFiles;
beforeAll(async () => {
  shop = await Shop.open();
  files = new PgStatementFiles(shop.pool);
});
afterAll(() => shop?.[Symbol.asyncDispose]());

const account = '9900000001';
const mapping = csvMapping.parse({
  ...{ account, dates: 'YYYY-MM-DD' },
  columns: { date: 'Date', narration: 'Details', amount: 'Amount' },
});

const take = (rows: readonly string[], of = account) => {
  const { lines } = readCsvStatement(['Date,Details,Amount', ...rows].join('\n'), mapping);
  return files.take({
    provider: 'paperbank',
    account: of,
    lines: toStatementLines(of, lines),
    by: operator(),
  });
};

const stored = async (): Promise<number> => {
  const { rows } = await shop.pool.query<{ n: string }>(
    `select (select count(*) from statement_line where provider = 'paperbank')
          + (select count(*) from statement_line_waiting where provider = 'paperbank') as n`,
  );
  return Number(rows[0]?.n);
};

describe('a statement that comes as a file', () => {
  const day = (n: number) => `2026-11-${String(n).padStart(2, '0')}`;
  const rows = Array.from({ length: 20 }, (_, n) => `${day(n + 1)},row ${n},${n + 1}.00`);

  it('is taken over once, however it overlaps and whatever comes first', async () => {
    expect(await take(rows.slice(10))).toMatchObject({ fresh: 10 });
    expect(await take(rows.slice(10))).toMatchObject({ fresh: 0 });
    expect(await take(rows.slice(0, 15))).toMatchObject({ fresh: 10 });
    expect(await take(rows)).toMatchObject({ fresh: 0 });
    expect(await stored()).toBe(20);
  });

  it('is taken over once by two at once', async () => {
    const more = Array.from({ length: 50 }, (_, n) => `${day(21)},twin ${n},-${n + 1}.00`);
    const results = await Promise.all([take(more), take(more)]);
    expect(results.map(({ fresh }) => fresh).toSorted((a, b) => a - b)).toEqual([0, 50]);
  });

  it('of another account changes nothing', async () => {
    const before = await stored();
    await expect(take([`${day(22)},strange,5.00`], '9900000002')).rejects.toThrow(
      /another account/,
    );
    expect(await stored()).toBe(before);
  });

  it('with a text that is no text of PostgreSQL is taken over', async () => {
    expect(await take([`${day(23)},half a \ud800 character,5.00`])).toMatchObject({ fresh: 1 });
  });

  it('is in the audit with who brought it, and listed with what it had', async () => {
    await take([`${day(24)},for the record,7.00`]);
    const [last] = await files.imports();
    expect(last).toMatchObject({ by: 'Ada', bank: 'paperbank', account, lines: 1, fresh: 1 });
  });

  it('keeps its mapping by bank', async () => {
    expect(await files.mapping('paperbank')).toBeUndefined();
    const lines = readCsvStatement('Date,Details,Amount\n', mapping).lines;
    const none = { provider: 'paperbank', account, lines: toStatementLines(account, lines) };
    await files.take({ ...none, mapping, by: operator() });
    expect(csvMapping.parse(await files.mapping('paperbank'))).toEqual(mapping);
  });
});
