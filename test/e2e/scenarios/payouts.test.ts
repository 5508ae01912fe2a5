import { afterAll, beforeAll, expect, it } from 'vitest';
import { payoutWorkflowId } from '../../../src/domain/ids.js';
import { PgSettlementKeys } from '../../../src/payouts/settlement/settlement-key.store.js';
import { createPool } from '../../../src/platform/database/database.js';
import { payOutAtOnce } from '../../support/due-merchant.js';
import { triggerSchedule } from '../../support/schedules.js';
import { ScenarioWorld } from './scenario-world.js';
import type { Shop } from './shop.js';
import { eventually, minuteMs } from './surroundings.js';

/** What a merchant earned is paid to its account: scenarios 23, 24 and 25. */
let world: ScenarioWorld;
let keys: PgSettlementKeys;
let pool: ReturnType<typeof createPool>;
beforeAll(async () => {
  world = await ScenarioWorld.start();
  const { url } = world.api.manilla.database;
  pool = createPool(url, { max: 2, applicationName: 'test-payouts' });
  keys = new PgSettlementKeys(pool);
});
afterAll(async () => {
  await pool.end();
  await world.stop();
});

const earned = 989_250;
const bankCode = '000014';
let accounts = 0;

interface Due {
  readonly shop: Shop;
  readonly accountNumber: string;
}

/** A shop that is paid at once, with an account, and one sale. */
async function shopWithASale(name: string): Promise<Due> {
  accounts += 1;
  const accountNumber = String(6_100_000_000 + accounts);
  const account = await world.bank.account(bankCode, accountNumber);
  const shop = await world.newShop(name);
  const { merchantId } = shop.merchant;
  await payOutAtOnce((sql, values) => world.query(sql, values), merchantId, account);
  await shop.paid();
  return { shop, accountNumber };
}

/** As an operator triggers it in the UI, so many times at once. */
async function settle(times = 1): Promise<void> {
  const { client } = world.operator;
  for (let n = 0; n < times; n += 1) await triggerSchedule(client, 'settle-instant', 'ALLOW_ALL');
}

interface Settled extends Record<string, unknown> {
  readonly settlement_id: string;
  readonly status: string;
}

async function settlementsOf({ shop }: Due): Promise<Settled[]> {
  return world.query<Settled>(
    'select settlement_id, status, net_minor::int as net from settlement where merchant_id = $1 order by number',
    [shop.merchant.merchantId],
  );
}

async function untilSettled(due: Due, status: string, timeout = 20_000): Promise<string> {
  return eventually(async () => {
    const last = (await settlementsOf(due)).at(-1);
    expect(last).toMatchObject({ status });
    return last?.settlement_id ?? '';
  }, timeout);
}

async function sessionsOf(settlementId: string): Promise<string[]> {
  const rows = await world.query<{ session_id: string }>(
    `select t.session_id from outward_transfer t join payout p on p.payout_id = t.purpose_id
      where t.purpose = 'PAYOUT' and p.settlement_id = $1 order by t.attempt`,
    [settlementId],
  );
  return rows.map(({ session_id }) => session_id);
}

async function available({ shop }: Due): Promise<number> {
  const [row] = await world.query<{ minor: number }>(
    `select coalesce(-sum(balance_minor), 0)::int as minor from ledger_account where code = '2110' and owner = $1`,
    [shop.merchant.merchantId],
  );
  return row?.minor ?? 0;
}

const received = async ({ accountNumber }: Due): Promise<number> =>
  (await world.bank.account(bankCode, accountNumber)).balance;

/** What the shop was told of its settlements. */
const told = ({ shop }: Due): string[] =>
  shop.told.filter(({ type }) => type.startsWith('settlement.')).map(({ type }) => type);

it('23: the run comes twice and the worker dies after sending: one payout, under one session id', async () => {
  const due = await shopWithASale('Twice');
  const { accountNumber } = due;
  await world.bank.misbehave({
    on: 'transfer',
    account: accountNumber,
    times: 1,
    answer: 'TIMEOUT',
    done: true,
  });
  await settle(2);
  await eventually(async () => {
    const sent = await world.bank.calls({ on: 'transfer' });
    expect(sent.filter((call) => call.accountNumber === accountNumber)).toHaveLength(1);
  });
  await world.api.manilla.kill('worker');
  await world.api.manilla.restart('worker');
  await settle();
  const settlementId = await untilSettled(due, 'SUCCESSFUL', 80_000);
  expect(await settlementsOf(due)).toMatchObject([{ net: earned }]);
  const [sessionId, ...more] = await sessionsOf(settlementId);
  expect(more).toEqual([]);
  const sent = await world.bank.calls({ on: 'transfer' });
  expect(sent.filter((call) => call.accountNumber === accountNumber)).toMatchObject([
    { sessionId },
  ]);
  expect(await received(due)).toBe(earned);
  await eventually(() => expect(told(due)).toEqual(['settlement.successful']));
  await world.reconcile();
  await world.proveMoney();
}, 150_000);

it('24: 09, then no record twice: UNKNOWN until it counts, then the balance again, and the next run pays', async () => {
  const due = await shopWithASale('Nine');
  await world.bank.misbehave({
    on: 'transfer',
    account: due.accountNumber,
    times: 1,
    answer: '09',
    done: false,
  });
  await settle();
  const settlementId = await untilSettled(due, 'UNKNOWN');
  const workflowId = payoutWorkflowId(await keys.ofSettlement(settlementId));
  await world.passTime(workflowId, 20 * minuteMs);
  await untilSettled(due, 'UNKNOWN');
  await world.passTime(workflowId, 20 * minuteMs);
  await untilSettled(due, 'UNKNOWN');
  expect(await available(due)).toBe(0);
  const [sessionId, ...more] = await sessionsOf(settlementId);
  expect(more).toEqual([]);
  const asked = await world.bank.calls({ on: 'query', sessionId: sessionId ?? '' });
  expect(new Set(asked.map(({ answered }) => answered))).toEqual(new Set(['25']));
  await world.passTime(workflowId, 20 * minuteMs);
  await untilSettled(due, 'FAILED');
  expect(await available(due)).toBe(earned);
  expect(await received(due)).toBe(0);
  await eventually(() => expect(told(due)).toEqual(['settlement.failed']));
  await settle();
  await untilSettled(due, 'SUCCESSFUL');
  expect(await received(due)).toBe(earned);
  await world.proveMoney();
});

it('25: a payout that arrived and is sent back: REVERSED, the balance restored, and an event', async () => {
  const due = await shopWithASale('Back');
  await settle();
  const settlementId = await untilSettled(due, 'SUCCESSFUL');
  expect(await available(due)).toBe(0);
  const [sessionId = ''] = await sessionsOf(settlementId);
  await world.reconcile();
  await world.bank.returnTransfer(sessionId);
  await world.reconcile();
  await untilSettled(due, 'REVERSED');
  expect(await available(due)).toBe(earned);
  await eventually(() =>
    expect(told(due)).toEqual(['settlement.successful', 'settlement.reversed']),
  );
  const reversed = due.shop.told.find(({ type }) => type === 'settlement.reversed');
  expect(reversed?.data).toMatchObject({ settlementId, status: 'REVERSED', paidAmount: 0 });
  await settle();
  await untilSettled(due, 'SUCCESSFUL');
  expect(await received(due)).toBe(earned);
  await world.proveMoney();
});
