import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PgReconciliationStore } from '../../../../src/upkeep/reconciliation/reconciliation.store.js';
import { PgRecoveryStore } from '../../../../src/upkeep/reconciliation/recovery.store.js';
import { createPool } from '../../../../src/platform/database/database.js';
import { RestoreWatch } from '../../../../src/upkeep/reconciliation/restore-watch.js';
import { printed, rowsOf, scansOf } from '../../../support/query-plan.js';
import { Shop } from '../../../support/shop.js';
import { whileHeld } from '../../../support/while-held.js';

let shop: Shop;
let store: PgRecoveryStore;
let folder: string;

beforeAll(async () => {
  shop = await Shop.open();
  store = new PgRecoveryStore(shop.pool);
  folder = await mkdtemp(join(tmpdir(), 'mark-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await shop.assertBooks();
  await shop[Symbol.asyncDispose]();
});

const serial = async () =>
  Number((await shop.pool.query(`select nextval('serial_501') as at`)).rows[0]?.at);
const recoveries = async () =>
  (
    await shop.pool.query<{ provider: string; is_open: boolean }>(
      'select provider, ended_at is null as is_open from recovery order by provider, began_at',
    )
  ).rows;

/** A refund that is about to be sent. */
async function refundToSend(): Promise<string> {
  const order = await shop.order();
  await shop.payAndPost(order, 3_000_000n);
  const refundId = (await shop.refundsOf(order.checkout.checkoutId))[0]?.refundId ?? '';
  await shop.refundSteps.take({ refundId, event: 'NAME_ASKED' });
  return refundId;
}

describe('a recovery', () => {
  it('holds what is to be sent until the statement was read late enough', async () => {
    const refundId = await refundToSend();
    await store.begin('BY_HAND', 30, 0n);
    const sent = { refundId, event: 'SENT', sessionId: 'after-the-restore' } as const;
    expect(await shop.refundSteps.take(sent)).toMatchObject({
      status: 'NAME_ENQUIRY',
      heldBy: 'RECOVERY',
    });
    const reconciliation = new PgReconciliationStore(shop.pool);
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    await reconciliation.statementRead('sandbox', inMinutes(29));
    expect(await shop.refundSteps.find(refundId)).toMatchObject({ heldBy: 'RECOVERY' });
    await reconciliation.statementRead('sandbox', inMinutes(31));
    expect(await recoveries()).toEqual([
      { provider: 'other', is_open: true },
      { provider: 'sandbox', is_open: false },
    ]);
    expect(await shop.refundSteps.take(sent)).toMatchObject({ status: 'PROCESSING' });
    await reconciliation.statementRead('other', inMinutes(31));
  });

  it('goes on while a line of the statement waits that nobody has read: it may be a debit', async () => {
    const reconciliation = new PgReconciliationStore(shop.pool);
    const isHeld = async () =>
      (await recoveries()).some(({ provider, is_open }) => provider === 'sandbox' && is_open);
    const sent = { event: 'SENT', sessionId: 'before-the-restore' } as const;
    await shop.refundSteps.take({ refundId: await refundToSend(), ...sent });
    await store.begin('BY_HAND', 0, 0n);
    const aside = (provider: string, line: number, content = {}) =>
      shop.pool.query(
        `insert into statement_line_waiting (provider, line_id, line) values ($1, $2, $3)`,
        [provider, line, content],
      );
    await aside('sandbox', 1);
    await aside('other', 2);
    await reconciliation.statementRead('sandbox', new Date());
    expect(await isHeld()).toBe(true);
    await shop.pool.query(`delete from statement_line_waiting where provider = 'sandbox'`);
    // The books know this debit: it is of the sending that is on its way, and waits for its outcome.
    await aside('sandbox', 3, { kind: 'DEBIT', sessionId: 'before-the-restore' });
    await reconciliation.statementRead('sandbox', new Date());
    // What waits at another bank keeps that one alone.
    expect(await isHeld()).toBe(false);
    await shop.pool.query('delete from statement_line_waiting');
    await reconciliation.statementRead('other', new Date());
  });

  it('gives the next facts ids under which Temporal has taken no signal', async () => {
    const newest = async () =>
      (await shop.pool.query<{ id: bigint }>('select max(fact_id) as id from fact')).rows[0]?.id ??
      0n;
    await shop.order();
    const before = await newest();
    await store.begin('BY_HAND', 0, 0n);
    await shop.order();
    expect(await newest()).toBeGreaterThan(before + 1_000_000_000_000n);
    await readStatements();
  });

  it('skips the numbers that may have been given, and lets used ones rest for a quarantine', async () => {
    await shop.pool.query(
      `insert into free_number (account_number, prefix, generation) values ('5010000009', '501', 1)`,
    );
    const before = await serial();
    await store.begin('BY_HAND', 0, 0n);
    expect(await serial()).toBeGreaterThanOrEqual(before + 1_024);
    const { rows } = await shop.pool.query(`select * from take_free_numbers('501')`);
    expect(rows).toEqual([]);
    await shop.pool.query(`update recovery set began_at = began_at - interval '73 hours'`);
    await shop.pool.query(`update free_number set taken_at = taken_at - interval '73 hours'`);
    const { rows: later } = await shop.pool.query(`select * from take_free_numbers('501')`);
    expect(later).toHaveLength(1);
    await readStatements();
  });
});

/** As a program, which waits for a lock for a second; this file's own connections wait for long. */
async function asProgram<Result>(run: (store: PgRecoveryStore) => Promise<Result>) {
  const pool = createPool(shop.database.url, { max: 1, applicationName: 'worker' });
  try {
    return await run(new PgRecoveryStore(pool));
  } finally {
    await pool.end();
  }
}

/** Everything that it has held is free to be sent again. */
async function readStatements() {
  for (const provider of ['sandbox', 'other'])
    await new PgReconciliationStore(shop.pool).statementRead(provider, new Date());
}

describe('a recovery on a database that has grown', () => {
  it.each(['free_number', 'virtual_account'])(
    'holds what is to be sent also when %s cannot be read in time, and is still due',
    async (table) => {
      const { databaseId, mark } = await store.nextMark();
      const known = { databaseId, mark: mark + 2n };
      const begun = whileHeld(shop.pool, `lock table ${table}`, [], () =>
        asProgram((own) => own.begin('BEHIND', 0, known.mark)),
      );
      await expect(begun).rejects.toMatchObject({ code: '55P03' });
      expect((await recoveries()).filter(({ is_open }) => is_open)).toHaveLength(2);

      // However often it is looked at, it does not catch up with what was kept outside.
      for (let look = 0; look < 3; look++) {
        expect(await store.nextMark(known)).toEqual({ databaseId, mark });
      }
      await store.begin('BEHIND', 0, known.mark);
      expect((await store.nextMark(known)).mark).toBeGreaterThan(known.mark);
      await readStatements();
    },
  );

  it('counts the numbers that are held, however many were given in all', async () => {
    const { account } = await shop.order();
    await shop.pool.query(
      `insert into virtual_account (virtual_account_id, account_number, generation, prefix, checkout_id, merchant_id, account_name,
                                    amount_minor, validity_minutes, created_at, expires_at, status, released_at)
       select 'released-' || n, v.account_number, v.generation + n, v.prefix, v.checkout_id, v.merchant_id, v.account_name,
              v.amount_minor, v.validity_minutes, v.created_at - interval '9 days', v.expires_at - interval '9 days', 'RELEASED', now()
         from virtual_account v cross join generate_series(1, 500) n where v.account_number = $1`,
      [account.accountNumber],
    );
    const { rows } = await shop.pool.query<{ body: string }>(
      `select prosrc as body from pg_proc where proname = 'numbers_lost'`,
    );
    const text = (rows[0]?.body ?? '').replaceAll('p_prefix', '$1::text');
    const scans = await scansOf(shop.pool, { text, values: ['501'] });
    expect(rowsOf(scans, ['virtual_account']), printed(scans)).toBeLessThan(100);
  });

  it('lets every free number rest, in pages', async () => {
    await shop.pool.query(
      `insert into free_number (account_number, prefix, generation) select '501' || n, '501', 1 from generate_series(1000001, 1001001) n`,
    );
    await store.begin('BY_HAND', 0, 0n);
    const { rows } = await shop.pool.query('select 1 from free_number where taken_at is null');
    expect(rows).toEqual([]);
    await readStatements();
  });

  it('skips the numbers once for all workers that have noticed', async () => {
    const { mark } = await store.nextMark();
    await store.begin('BEHIND', 0, mark + 1n);
    const before = await serial();
    await store.begin('BEHIND', 0, mark + 1n);
    expect(await serial()).toBe(before + 32);
    await readStatements();
  });
});

describe('the watch', () => {
  const warnings: string[] = [];
  const log = { warn: (_details: object, message: string) => warnings.push(message) };
  const look = async (file: string) => {
    const watch = new RestoreWatch({ store, file, waitMinutes: 30, log });
    await watch.start(new AbortController().signal);
    await watch.close();
    return (await recoveries()).filter(({ is_open }) => is_open).length;
  };

  it('begins one when the database is behind what was kept outside, once', async () => {
    const [file, other] = [join(folder, 'one.json'), join(folder, 'two.json')];
    expect(await look(file)).toBe(0);
    expect(await look(file)).toBe(0);
    const kept = JSON.parse(await readFile(file, 'utf8')) as { databaseId: string; mark: string };
    const ahead = JSON.stringify({ ...kept, mark: String(Number(kept.mark) + 500) });
    await writeFile(file, ahead);
    await writeFile(other, ahead);
    expect(await look(file)).toBe(2);
    expect(warnings).toEqual(['the database is behind: it was restored']);
    // Another worker, whose mark is as old, has nothing to notice any more.
    expect(await look(other)).toBe(2);
    expect(warnings).toHaveLength(1);
  });

  it('takes no notice of the marks of another database', async () => {
    const file = join(folder, 'other.json');
    await writeFile(file, JSON.stringify({ databaseId: 'another', mark: '999999999' }));
    await look(file);
    expect(warnings).toHaveLength(1);
  });

  it.each([
    [1n, 0],
    [0n, 1],
    [-1n, 1],
  ])('that is %d after what was kept outside is behind %d times', async (ahead, times) => {
    const file = join(folder, `by-${ahead}.json`);
    const before = warnings.length;
    const { databaseId, mark } = await store.nextMark();
    await writeFile(file, JSON.stringify({ databaseId, mark: String(mark + 1n - ahead) }));
    await look(file);
    expect(warnings.length - before).toBe(times);
  });
});
