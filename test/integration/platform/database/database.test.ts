import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ChangeListener,
  createPool,
  query,
  queryOne,
  queryOnePatiently,
  shownTimes,
} from '../../../../src/platform/database/database.js';
import { OtherEnvironmentError } from '../../../../src/platform/database/environment.js';
import { patientPool } from '../../../support/patient-pool.js';
import { createDatabase, type TestDatabase } from '../../../support/stack.js';

/** For what happens by itself, on a machine that may be busy. */
const patience = { timeout: 20_000 };

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createDatabase();
  pool = createPool(database.url, { max: 4, applicationName: 'test-database' });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe('a pool', () => {
  it('reads bigint as bigint, and says who it is', async () => {
    const { rows } = await pool.query(
      `select 9007199254740993::bigint as big, 7::int as small, array[1,2]::text[] as list,
              current_setting('application_name') as name`,
    );
    expect(rows).toEqual([
      { big: 9_007_199_254_740_993n, small: 7, list: ['1', '2'], name: 'test-database' },
    ]);
  });

  it.each([
    ['2026-11-22 02:14:57+00', '2026-11-22T02:14:57.000Z'],
    ['2026-11-22 02:14:57.1+00', '2026-11-22T02:14:57.100Z'],
    ['2026-11-22 03:14:57.123999+01', '2026-11-22T02:14:57.123Z'],
    ['0099-02-28 23:59:59.5+00', '0099-02-28T23:59:59.500Z'],
    ['12026-11-22 02:14:57+00', '+012026-11-22T02:14:57.000Z'],
    ['2026-11-22 02:14:57+00 BC', '-002025-11-22T02:14:57.000Z'],
  ])('reads the time %s, in every zone', async (text, iso) => {
    const client = await pool.connect();
    try {
      for (const zone of ['UTC', 'Africa/Lagos', 'Asia/Kolkata']) {
        await client.query(`set time zone '${zone}'`);
        const { rows } = await client.query<{ at: Date }>('select $1::timestamptz as at', [text]);
        expect(rows[0]?.at.toISOString()).toBe(iso);
        const shown = { text: 'select $1::timestamptz as at, 7::bigint as big', types: shownTimes };
        expect((await client.query(shown, [text])).rows).toEqual([{ at: iso, big: 7n }]);
      }
    } finally {
      client.release(true);
    }
  });

  it('of one environment leaves a database of nobody that becomes one of the other', async () => {
    const own = await createDatabase();
    const settings = { max: 1, applicationName: 'test-live', environment: 'live' } as const;
    const live = createPool(own.url, settings);
    try {
      // As before its first migration.
      await own.query(`delete from setting where name = 'environment'`);
      expect((await live.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
      await own.query(`insert into setting (name, value) values ('environment', 'sandbox')`);
      await expect(live.query('select 1')).rejects.toThrow(OtherEnvironmentError);
    } finally {
      await live.end();
      await own.drop();
    }
  });

  it('ends a statement that takes too long, and goes on', async () => {
    await expect(pool.query('select pg_sleep(10)')).rejects.toMatchObject({ code: '57014' });
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('does not wait for a lock longer than a second', async () => {
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query('lock table setting');
    await expect(pool.query('select * from setting')).rejects.toMatchObject({ code: '55P03' });
    await holder.query('rollback');
    holder.release();
  });

  it('tries a deadlock again, so that both get through', async () => {
    await pool.query('create table pair (id integer primary key)');
    await pool.query('insert into pair values (1), (2)');
    await pool.query('create sequence arrived');
    // The usual time after which a deadlock is looked for is as long as a lock is waited for here.
    await pool.query(`create function lock_both(first integer, second integer) returns integer language plpgsql as $$
      begin
        perform set_config('deadlock_timeout', '20ms', true);
        perform 1 from pair where id = first for update;
        perform nextval('arrived');
        while (select last_value < 2 from arrived) loop perform pg_sleep(0.01); end loop;
        perform 1 from pair where id = second for update;
        return first;
      end $$`);
    const lockBoth = { name: 'lock_both', text: 'select lock_both($1, $2) as first' };
    const both = [query(pool, lockBoth, [1, 2]), query(pool, lockBoth, [2, 1])];
    expect(await Promise.all(both)).toEqual([[{ first: 1 }], [{ first: 2 }]]);
  });

  it.each(['query', 'queryOnePatiently'] as const)(
    '%s tries what came between others once more, and then no more',
    async (way) => {
      await pool.query(`create sequence ${way}_tries`);
      await pool.query(`create function ${way}_crossed(times integer) returns integer language plpgsql as $$
        begin
          if nextval('${way}_tries') <= times then
            raise exception 'crossed' using errcode = '40001';
          end if;
          return currval('${way}_tries');
        end $$`);
      const crossed = { name: `${way}_crossed`, text: `select ${way}_crossed($1) as tries` };
      const run = async (times: number) =>
        way === 'query'
          ? (await query(pool, crossed, [times]))[0]
          : queryOnePatiently(pool, { ...crossed, values: [times] }, 5_000);
      expect(await run(1)).toEqual({ tries: 2 });
      await expect(run(99)).rejects.toMatchObject({ code: '40001' });
      expect(await run(0)).toEqual({ tries: 5 });
    },
  );

  it('drops every connection to a primary that became read-only, also one that is in use', async () => {
    const failing = createPool(database.url, { max: 4, applicationName: 'failing-over' });
    const write = { name: 'write', text: 'insert into written default values returning id' };
    const backend = { name: 'backend', text: 'select pg_backend_pid() as pid' };
    try {
      await pool.query('create table written (id integer generated always as identity)');
      const clients = await Promise.all(Array.from({ length: 4 }, () => failing.connect()));
      for (const client of clients) await client.query('set default_transaction_read_only = on');
      const [inUse, ...idle] = clients;
      for (const client of idle) client.release();
      await expect(query(failing, write, [])).rejects.toMatchObject({ code: '25006' });
      inUse?.release();
      for (let id = 2; id < 10; id += 1) {
        // Several at once, so that each connection has its turn.
        await Promise.all(Array.from({ length: 4 }, () => query(failing, backend, [])));
        await expect(query(failing, write, [])).resolves.toHaveLength(1);
      }
    } finally {
      await failing.end();
    }
  });

  it('gives up a connection that is silent for too long, but for whom it may be', async () => {
    // Without the limit of a statement, which is shorter than a busy machine may need.
    const impatient = patientPool(database.url, {
      max: 1,
      applicationName: 'impatient',
      answerTimeoutMs: 5_000,
    });
    const backend = { name: 'backend', text: 'select pg_backend_pid() as pid' };
    const slow = { name: 'slow', text: 'select pg_backend_pid() as pid from pg_sleep(8)' };
    const first = await queryOne<{ pid: number }>(impatient, backend, []);
    await setTimeout(6_000); // idle is not silent
    expect(await queryOne(impatient, backend, [])).toEqual(first);
    expect(await queryOnePatiently(impatient, { ...slow, values: [] }, 20_000)).toEqual(first);
    await expect(query(impatient, slow, [])).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    const second = await queryOne<{ pid: number }>(impatient, backend, []);
    expect(second.pid).not.toBe(first.pid);
    await impatient.end();
  });

  it('survives the loss of its connections', async () => {
    const errors: Error[] = [];
    const onError = (error: Error) => errors.push(error);
    const fragile = createPool(database.url, { max: 2, applicationName: 'fragile', onError });
    await Promise.all([fragile.query('select 1'), fragile.query('select 1')]);
    await cut('fragile');
    await expect.poll(() => errors.length, patience).toBe(2);
    expect((await fragile.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await fragile.end();
  });
});

const cut = (applicationName: string) =>
  database.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
    [applicationName],
  );
const notify = (checkoutId: string) =>
  database.query("select pg_notify('checkout_changed', $1)", [checkoutId]);
const listeners = async () =>
  (
    await database.query<{ pid: number }>(
      "select pid from pg_stat_activity where application_name = 'test-listener' and query like 'listen%'",
    )
  ).length;

describe('a change listener', () => {
  async function listen(): Promise<ChangeListener> {
    const listener = new ChangeListener(database.url, 'test-listener');
    await listener.start();
    return listener;
  }
  const forever = 20_000;

  it('wakes all who wait for a checkout, and nobody else', async () => {
    const listener = await listen();
    const woken: string[] = [];
    const waits = ['a', 'a', 'b'].map((id) =>
      listener.waitFor(id, forever).then(() => woken.push(id)),
    );
    await notify('a');
    await Promise.all(waits.slice(0, 2));
    expect(woken).toEqual(['a', 'a']);
    await listener.close();
    await Promise.all(waits);
  });

  it('does not let anyone wait longer than asked', async () => {
    const listener = await listen();
    const started = performance.now();
    await listener.waitFor('a', 50);
    expect(performance.now() - started).toBeLessThan(5_000);
    const abort = new AbortController();
    const wait = listener.waitFor('a', forever, abort.signal);
    abort.abort();
    await wait;
    await listener.waitFor('a', forever, abort.signal);
    await listener.close();
    await listener.waitFor('a', forever);
  });

  it('connects again by itself, and wakes everyone, who may have missed a change', async () => {
    const listener = await listen();
    const wait = listener.waitFor('a', forever);
    await cut('test-listener');
    await wait;
    await expect.poll(listeners, patience).toBe(1);
    const next = listener.waitFor('a', forever);
    await notify('a');
    await next;
    await listener.close();
    await expect.poll(listeners, patience).toBe(0);
  });

  it('starts when the database is away, and is there when the database is', async () => {
    const away = new ChangeListener(database.url.replace(/:\d+\//, ':1/'), 'test-away');
    await away.start();
    const started = performance.now();
    await away.waitFor('a', 50);
    expect(performance.now() - started).toBeLessThan(5_000);
    await away.close();
  });
});
