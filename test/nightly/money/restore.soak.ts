import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import pg from 'pg';
import { withClient } from '../../../scripts/stack/postgres.ts';
import { releaseSchema, searchPath } from '../../../src/platform/database/release.js';
import { payOutAtOnce } from '../../support/due-merchant.js';
import { triggerSchedule } from '../../support/schedules.js';
import { newReference } from '../../support/api-client.js';
import { ScenarioWorld } from '../../support/scenarios/scenario-world.js';
import type { Shop } from '../../support/scenarios/shop.js';
import { eventually } from '../../support/scenarios/surroundings.js';

/** The drill: back up, pay, settle, refund, restore, start. Nothing goes out twice, no number is given twice. */
let world: ScenarioWorld;
let shop: Shop;
const account = { bankCode: '000014', accountNumber: '6190000001' };

beforeAll(async () => {
  const MANILLA_MARK_FILE = join(inject('stack').dataDir, `mark-${newReference()}.json`);
  world = await ScenarioWorld.start({ MANILLA_MARK_FILE });
  shop = world.shop;
  const { merchantId } = shop.merchant;
  const { bankCode, accountNumber } = account;
  const paidTo = await world.bank.account(bankCode, accountNumber);
  await payOutAtOnce((sql, values) => world.query(sql, values), merchantId, paidTo);
});
afterAll(() => world.stop());

/** While nobody is connected to the database. */
async function whileStopped(statements: (live: string, copy: string) => string[]): Promise<void> {
  const { manilla } = world.api;
  await Promise.all((['api', 'worker'] as const).map((name) => manilla.program(name).stop()));
  const live = new URL(manilla.database.url).pathname.slice(1);
  const [from, to] = [live, `${live}_backup`].map((name) => pg.escapeIdentifier(name));
  await withClient(inject('stack').adminUrl, async (client) => {
    // Those of the test itself; a database that is copied must have none.
    await client.query(
      'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1',
      [live],
    );
    for (const statement of statements(from ?? '', to ?? '')) await client.query(statement);
  });
  await Promise.all((['api', 'worker'] as const).map((name) => manilla.restart(name)));
}

const backUp = () => whileStopped((live, copy) => [`create database ${copy} template ${live}`]);
const restore = () =>
  whileStopped((live, copy) => [
    `drop database ${live} with (force)`,
    `create database ${live} template ${copy}`,
    // As the page on restores has it, which lets migrate do it.
    `alter database ${live} set search_path = ${searchPath(releaseSchema())}`,
    `drop database ${copy}`,
  ]);

async function settle(): Promise<void> {
  await triggerSchedule(world.operator.client, 'settle-instant', 'ALLOW_ALL');
}

const settlements = () =>
  world.query<{ status: string; net: number }>(
    `select status, net_minor::int as net from settlement where merchant_id = $1 order by number`,
    [shop.merchant.merchantId],
  );
const untilSettled = (count: number) =>
  eventually(async () => {
    const seen = await settlements();
    expect(seen.map(({ status }) => status)).toEqual(Array(count).fill('SUCCESSFUL'));
    return seen;
  }, 90_000);

/** What has left our account, by the bank's own statement. */
async function left() {
  const { totals } = await world.bank.statement();
  return { debits: totals['DEBIT'], duty: totals['STAMP_DUTY'] };
}

const open = (kind: string) =>
  world.query<{ subject: string }>(
    `select subject from finding where kind = $1 and action = 'ATTENTION'`,
    [kind],
  );
const recoveries = () =>
  world.query<{ reason: string; is_over: boolean }>(
    `select reason, ended_at is not null as is_over from recovery`,
  );

test('a restored database pays nothing twice and gives no number twice, and its books come to equal the bank', async () => {
  const before = await shop.paid();
  const [exact, over] = [await shop.open(), await shop.open()];
  await backUp();

  const request = { refundReference: newReference(), amount: 100_000, reason: 'Damaged' };
  const refunds = `/api/v1/transactions/${before.reference}/refund`;
  /** The refund of what was over, the one that the merchant asks for, and the settlement. */
  const sendAll = async (): Promise<void> => {
    await over.untilRefund('SUCCESSFUL');
    expect((await shop.client.post(refunds, request)).status).toBe(202);
    await before.untilRefund('SUCCESSFUL');
    await settle();
  };
  await exact.pay();
  await over.pay(over.due + 500_000);
  await exact.until({ status: 'SUCCESSFUL' });
  await over.until({ status: 'SUCCESSFUL' });
  await sendAll();
  const [paidOut] = await untilSettled(1);
  const lost = [await shop.open(), await shop.open()];
  const leftBefore = await left();
  expect(leftBefore.debits).toMatchObject({ count: 3 });

  await restore();
  expect(await recoveries()).toEqual([{ reason: 'BEHIND', is_over: false }]);
  await world.reconcile();
  const unexplained = (await open('UNEXPLAINED_DEBIT')).length;
  expect(unexplained).toBeGreaterThan(0);
  await exact.until({ status: 'SUCCESSFUL' });
  await over.until({ status: 'SUCCESSFUL' });
  // The excess goes back by policy again, and the merchant repeats the request that it has no answer to.
  await sendAll();
  expect(await untilSettled(1)).toEqual([paidOut]);
  expect(await left()).toEqual(leftBefore);
  expect(await open('UNEXPLAINED_DEBIT')).toEqual([]);
  expect(await open('UNEXPLAINED_STAMP_DUTY')).toEqual([]);
  await world.proveMoney();

  // What the bank has never seen waits until the statement was read late enough.
  const later = await shop.paid();
  await settle();
  await eventually(async () => expect(await settlements()).toHaveLength(2));
  expect((await settlements())[1]).toMatchObject({ status: 'SCHEDULED' });
  expect(await left()).toEqual(leftBefore);
  await world.query(`update recovery set read_from = now()`);
  await triggerSchedule(world.operator.client, 'reconcile-simulator');
  await untilSettled(2);
  expect(await recoveries()).toEqual([{ reason: 'BEHIND', is_over: true }]);

  const given = [before, exact, over, ...lost].map(({ accountNumber }) => accountNumber);
  const fresh = [later, ...(await Promise.all([1, 2, 3].map(() => shop.open())))];
  const numbers = [...given, ...fresh.map(({ accountNumber }) => accountNumber)];
  expect(new Set(numbers).size).toBe(numbers.length);
  await world.proveMoney();
  const { debits } = await left();
  const refused = await world.query<{ count: number }>(
    `select count(*)::int as count from outward_transfer o join statement_line l using (session_id)
      where l.kind = 'DEBIT' and l.matched = 'UNEXPLAINED_DEBIT'`,
  );
  console.info(
    `left before the restore: ${JSON.stringify(leftBefore)}; debits that the books had forgotten: ${unexplained}; ` +
      `sendings made again under the id of the first: ${refused[0]?.count}; left in the end: ${JSON.stringify(debits)}; ` +
      `account numbers given: ${numbers.length}, different: ${new Set(numbers).size}`,
  );
}, 240_000);
