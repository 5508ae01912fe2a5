import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PgMerchantAdmin } from '../../../../src/operators/merchants/merchant-admin.store.js';
import { PgSettlementAccountStore } from '../../../../src/payouts/accounts/settlement-account.store.js';
import { createPool } from '../../../../src/platform/database/database.js';
import { timeouts } from '../../../../src/platform/database/program-settings.js';
import { operator } from '../../../support/actors.js';
import { midnight, SettlementWorld } from '../../../support/settlement-world.js';

let world: SettlementWorld;
let pool: pg.Pool;
beforeAll(async () => {
  world = await SettlementWorld.open();
  pool = world.shop.pool;
});
afterAll(async () => {
  await world.shop.assertBooks();
  await world[Symbol.asyncDispose]();
});

const day = '2026-11-23';
const by = operator();
const aRun = `select settle_merchant($1, 'DAILY', $2)`;

async function dueMerchant(): Promise<string> {
  const merchantId = await world.merchant();
  await world.collect(merchantId, 1_000_000n, '2026-11-20');
  return merchantId;
}

/** Begins this after another session's statement, which ends when this waits for it, or when this is over. */
async function after<Result>(
  statement: string,
  values: readonly unknown[],
  run: () => Promise<Result>,
  lastsSeconds = 0,
): Promise<Result> {
  const waiting = `select pid from pg_stat_activity
                    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
  const other = await pool.connect();
  try {
    await other.query('begin; set local idle_in_transaction_session_timeout = 0');
    await other.query(statement, [...values]);
    let isOver = false;
    const running = run().finally(() => (isOver = true));
    running.catch(() => {});
    await expect.poll(async () => isOver || (await pool.query(waiting)).rows.length > 0).toBe(true);
    await other.query(`select pg_sleep(${lastsSeconds}); commit`);
    return await running;
  } finally {
    other.release();
  }
}

describe('a suspension and a run at once', () => {
  const held = { status: 'ON_HOLD', hold_reason: 'MERCHANT_INACTIVE' };

  it('hold what the run has frozen', async () => {
    const merchantId = await dueMerchant();
    const suspend = () => new PgMerchantAdmin(pool).move(merchantId, 'suspend', by);
    const moved = await after(aRun, [merchantId, midnight(day)], suspend);
    expect(moved.outcome).toBe('DONE');
    expect(await world.lastOf(merchantId)).toMatchObject(held);
  });

  it('wait for a run that freezes for longer than others wait for a lock', async () => {
    const merchantId = await dueMerchant();
    const programs = createPool(world.shop.database.url, { max: 1, applicationName: 'programs' });
    try {
      const suspend = () => new PgMerchantAdmin(programs).move(merchantId, 'suspend', by);
      const lasts = timeouts.lock_timeout / 1_000 + 0.2;
      const moved = await after(aRun, [merchantId, midnight(day)], suspend, lasts);
      expect(moved.outcome).toBe('DONE');
      expect(await world.lastOf(merchantId)).toMatchObject(held);
    } finally {
      await programs.end();
    }
  });

  it('hold what the run freezes', async () => {
    const merchantId = await dueMerchant();
    const values = [merchantId, JSON.stringify(by)];
    await after(`select move_merchant($1, 'suspend', $2)`, values, () =>
      world.settle(merchantId, day),
    );
    expect(await world.lastOf(merchantId)).toMatchObject(held);
  });

  it('hold what an operator releases from another hold', async () => {
    const merchantId = await dueMerchant();
    await world.settle(merchantId, day);
    const { settlement_id: settlementId } = await world.lastOf(merchantId);
    const reason = 'ACCOUNT_REFUSED';
    await world.payouts.takeSettlementStep({ settlementId, event: 'HELD', reason });
    await after(
      `select take_settlement_step($1, 'RELEASED', $2, 'ada')`,
      [settlementId, reason],
      () => new PgMerchantAdmin(pool).move(merchantId, 'suspend', by),
    );
    expect(await world.lastOf(merchantId)).toMatchObject(held);
  });
});

describe('a removal of the account at once with', () => {
  const aRemoval = `select remove_settlement_account($1, $2, 'ada')`;
  const remove = async (merchantId: string) =>
    new PgSettlementAccountStore(pool).remove(merchantId, await accountOf(merchantId), by);

  async function accountOf(merchantId: string): Promise<string> {
    const [account] = await new PgSettlementAccountStore(pool).list(merchantId);
    return account?.settlementAccountId ?? 'sta_none';
  }

  it.each([
    ['a run', aRun, [midnight(day)]],
    ['a request', 'select request_settlement($1, $2, $3, null, null, null)', ['REF', 'hash']],
  ] as const)(
    '%s that has frozen money to it waits, and is refused',
    async (_what, freezes, given) => {
      const merchantId = await dueMerchant();
      expect(await after(freezes, [merchantId, ...given], () => remove(merchantId))).toBe('BUSY');
      expect(await world.lastOf(merchantId)).toMatchObject({ status: 'SCHEDULED' });
    },
  );

  it.each<[string, (merchantId: string) => Promise<unknown>]>([
    ['a run', (merchantId) => world.settle(merchantId, day)],
    ['a request', (merchantId) => world.request(merchantId)],
  ])('%s that comes after it leaves the money where it is', async (_what, freeze) => {
    const merchantId = await dueMerchant();
    const values = [merchantId, await accountOf(merchantId)];
    await after(aRemoval, values, () => freeze(merchantId));
    expect(await world.settlementsOf(merchantId)).toEqual([]);
  });
});
