import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DeskVisitor } from '../../support/desk-visitor.js';
import { DeskWorld, type DeskClient } from '../../support/desk-world.js';
import type { TestEdge } from '../../support/edge.js';

let world: DeskWorld<TestEdge>;
beforeAll(async () => void (world = await DeskWorld.edge()));
afterAll(() => world?.stop());

const columns = JSON.stringify({
  ...{ account: '9900000001', dates: 'YYYY-MM-DD' },
  columns: { date: 'Date', narration: 'Details', amount: 'Amount' },
});
const csv = (...rows: string[]): string => ['Date,Details,Amount', ...rows].join('\n');

async function upload(
  file: string | Uint8Array<ArrayBuffer>,
  more: Record<string, string> = {},
  {
    by = world.ada,
    origin = world.desk.baseUrl,
  }: { by?: Pick<DeskClient, 'cookie'>; origin?: string } = {},
) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ bank: 'simulator', columns, ...more })) {
    form.set(name, value);
  }
  form.set('file', new File([file], 'statement.csv'));
  const reply = await fetch(`${world.desk.baseUrl}/desk/statements`, {
    ...{ method: 'POST', body: form, redirect: 'manual' },
    headers: { cookie: by.cookie, origin },
  });
  return { status: reply.status, text: (await reply.text()).replaceAll(/<[^>]*>/g, ' ') };
}

const lines = async (): Promise<number> => {
  const [row] = await world.api.query<{ n: number }>(
    `select ((select count(*) from statement_line where provider = 'simulator')
           + (select count(*) from statement_line_waiting where provider = 'simulator'))::integer as n`,
  );
  return row?.n ?? -1;
};

describe('the page', () => {
  it('says how each bank is compared with our books', async () => {
    await world.api.query(
      `insert into statement_source (provider, mapping) values ('providus', '{}') on conflict do nothing`,
    );
    await world.api.query(
      `insert into asked_at_bank (provider, what, subject, outcome, denials) values ('providus', 'CREDIT', 'txn_1', 'SAME', 0),
         ('providus', 'TRANSFER', '1', 'ABSENT', 2)`,
    );
    const visitor = new DeskVisitor(world.desk.baseUrl, world.ada);
    const { text } = await visitor.see('/desk/statements');
    expect(text).toContain('Simulator MFB: by the statement that it tells us');
    expect(text).toMatch(
      /Providus Bank: has no statement, so it is asked about each payment: 2 in the last 24 hours \(last .+?\), 0 still to ask, 1 that it denies/,
    );
  });
});

describe('a statement at the desk', () => {
  it('is taken over once, with its columns kept, and stands in the audit', async () => {
    const rows = ['2026-11-01,first,10.00', '2026-11-02,second,-4.50'];
    const before = await lines();
    const first = await upload(csv(...rows));
    expect(first).toMatchObject({ status: 200 });
    expect(first.text).toContain('2 lines of account 9900000001: 0 known before, 2 new.');
    const again = await upload(csv(...rows, '2026-11-03,third,1.00'), { columns: '' });
    expect(again.text).toContain('3 lines of account 9900000001: 2 known before, 1 new.');
    expect(await lines()).toBe(before + 3);
    const audited = await world.api.query<{ actor: string; after: { fresh: number } }>(
      `select actor, after from audit_entry where action = 'statement.import' order by audit_id`,
    );
    expect(audited.map(({ actor, after }) => [actor, after.fresh])).toEqual([
      ['Ada', 2],
      ['Ada', 1],
    ]);
  });

  it.each([
    ['one line that cannot be read', csv('2026-11-04,good,1.00', '2026-11-04,bad,one'), /line 3/],
    ['a column missing', 'Date,Details\n', /there is no column/],
    ['NUL', 'Date\0', /no text in UTF-8/],
    ['Latin-1', new Uint8Array([0x44, 0xe9]), /not in UTF-8/],
    ['nothing', '', /file must be a file/],
  ])('with %s changes nothing, and says which line it is', async (_what, file, words) => {
    const before = await lines();
    const reply = await upload(file as string);
    expect(reply.status).toBe(400);
    expect(reply.text).toMatch(words);
    expect(await lines()).toBe(before);
  });

  it.each([
    ['a bank that there is not', { bank: 'nobody' }, /bank must be a bank of ours/],
    ['columns that are no JSON', { columns: '{' }, /mapping cannot be read/],
    ['columns of another kind', { columns: '{"a":1}' }, /mapping cannot be used/],
    ['a format that the file is not of', { format: 'mt940' }, /Nothing was taken over/],
  ])('with %s is refused', async (_what, more, words) => {
    const reply = await upload(csv('2026-11-05,x,1.00'), more);
    expect(reply.status).toBe(400);
    expect(reply.text).toMatch(words);
  });

  it('is refused when it is too large, sent from elsewhere, or by who may not', async () => {
    const large = await upload(csv('x'.repeat(16 * 1_024 * 1_024)));
    expect(large.status).toBe(413);
    const row = csv('2026-11-06,x,1.00');
    expect((await upload(row, {}, { origin: 'https://evil.example' })).status).toBe(403);
    const viewer = await world.operator('Reads Only', 'viewer');
    expect((await upload(row, {}, { by: viewer })).status).toBe(403);
    expect((await upload(row, {}, { by: { cookie: '' } })).status).toBe(401);
  });
});
