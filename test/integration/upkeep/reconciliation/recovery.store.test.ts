import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PgReconciliationStore } from '../../../../src/upkeep/reconciliation/reconciliation.store.js';
import { PgRecoveryStore } from '../../../../src/upkeep/reconciliation/recovery.store.js';
import { RestoreWatch } from '../../../../src/upkeep/reconciliation/restore-watch.js';
import { Shop } from '../../../support/shop.js';

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
    await new PgReconciliationStore(shop.pool).statementRead('sandbox', new Date());
    await new PgReconciliationStore(shop.pool).statementRead('other', new Date());
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
    await new PgReconciliationStore(shop.pool).statementRead('sandbox', new Date());
    await new PgReconciliationStore(shop.pool).statementRead('other', new Date());
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
