import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaseFilter } from '../../../../src/operators/cases/case-record.js';
import { listedCases } from '../../../../src/operators/cases/case-statements.js';
import { PgCases } from '../../../../src/operators/cases/case.store.js';
import { withClient } from '../../../../scripts/stack/postgres.ts';
import { rowsOf, scansOf, printed } from '../../../support/query-plan.js';
import { addMerchant, Shop } from '../../../support/shop.js';

let shop: Shop;
const everything: CaseFilter = {
  ...{ status: 'OPEN', kind: null, reason: null, merchantId: null, provider: null },
  ...{ assignee: null, search: null, isSnoozed: false, isHolding: null, without: [] },
};
const first = { limit: 9, offset: 0, after: null } as const;

beforeAll(async () => {
  shop = await Shop.open();
  const other = await addMerchant(shop.pool);
  await withClient(shop.database.url, async (client) => {
    await client.query(
      `insert into attention_case (kind, subject, workflow_id, update_name, reason, merchant_id, provider, amount_minor, assignee, decisions, page, opened_at,
                                   decide_by, snoozed_until, status, closed_at)
         select (array['PAYOUT', 'REFUND', 'CHARGE'])[1 + n % 3], 'case ' || n, 'w/' || n, 'resolve', 'BULK ' || n % 10,
                case n % 2 when 0 then $1 else $2 end, 'simulator', case when n % 50 > 0 then n * 100 end, case n % 7 when 0 then 'Ada' end, '{a}',
                '{"title": "it waits"}', now() - n * interval '1 minute', now() + (n * 7919 % 601) * interval '1 minute',
                case n % 11 when 0 then now() + interval '1 hour' end, case when n % 4 = 0 then 'CLOSED' else 'OPEN' end,
                case when n % 4 = 0 then now() end
           from generate_series(1, 600) n`,
      [shop.merchantId, other],
    );
    await client.query('vacuum analyze attention_case, merchant');
  });
});
afterAll(() => shop[Symbol.asyncDispose]());

describe('a list of cases', () => {
  it.each(['URGENT', 'OLDEST', 'NEWEST'] as const)(
    'reads as many as its first page has, %s',
    async (sort) => {
      const scans = await scansOf(shop.pool, listedCases(everything, sort, first));
      const read = rowsOf(scans, ['attention_case', 'merchant']);
      expect(read, printed(scans)).toBeLessThan(8 * first.limit);
      expect(read).toBeGreaterThan(0);
    },
  );

  const wishes: readonly (readonly [string, Partial<CaseFilter>, string])[] = [
    ['nothing', {}, 'true'],
    ['what was put off', { isSnoozed: true }, 'true'],
    ['a kind', { kind: 'REFUND' }, `kind = 'REFUND'`],
    ['a reason', { reason: 'BULK 3' }, `reason = 'BULK 3'`],
    ['a bank', { provider: 'simulator' }, `provider = 'simulator'`],
    ['nobody', { assignee: '' }, 'assignee is null'],
    ['an operator', { assignee: 'Ada' }, `assignee = 'Ada'`],
    [
      'causes that are left out',
      { without: ['PAYOUT|BULK 0|simulator', 'REFUND|BULK 1|simulator'] },
      `kind || reason not in ('PAYOUTBULK 0', 'REFUNDBULK 1')`,
    ],
    ['two things', { kind: 'CHARGE', assignee: 'Ada' }, `kind = 'CHARGE' and assignee = 'Ada'`],
  ];
  const orders = {
    URGENT: 'decide_by, case_number',
    OLDEST: 'opened_at, case_number',
    NEWEST: 'opened_at desc, case_number desc',
    LARGEST: 'coalesce(amount_minor, -1) desc, case_number desc',
  } as const;

  it.each(wishes)('has those with %s, each once, page by page, in each order', async (...wish) => {
    const [, changes, condition] = wish;
    const cases = new PgCases(shop.pool);
    for (const sort of ['URGENT', 'OLDEST', 'NEWEST', 'LARGEST'] as const) {
      const found: string[] = [];
      let after: readonly string[] | null = null;
      do {
        const page = { limit: 100, offset: 0, after };
        const rows = await cases.list({ ...everything, ...changes }, sort, page);
        found.push(...rows.map(({ item }) => String(item.caseNumber)));
        after = rows.length === 100 ? (rows.at(-1)?.position ?? null) : null;
      } while (after !== null);
      const putOff =
        changes.isSnoozed === true ? 'snoozed_until is not null' : 'snoozed_until is null';
      const { rows: wanted } = await shop.pool.query<{ number: string }>(
        `select case_number::text as number from attention_case where status = 'OPEN' and ${condition} and ${putOff} order by ${orders[sort]}`,
      );
      expect(found).toEqual(wanted.map(({ number }) => number));
    }
  });

  it('has those of one merchant, closed ones too, and is cut off at its limit', async () => {
    const cases = new PgCases(shop.pool);
    const { merchantId } = shop;
    const filter = { ...everything, status: null, isSnoozed: null, merchantId };
    const page = await cases.list(filter, 'NEWEST', { limit: 3, offset: 2, after: null });
    expect(page.map(({ item }) => item.subject)).toEqual(['case 6', 'case 8', 'case 10']);
    const closed = await cases.list({ ...filter, status: 'CLOSED' }, 'NEWEST', {
      ...first,
      limit: 1,
    });
    expect(closed.map(({ item }) => item.subject)).toEqual(['case 4']);
  });
});
