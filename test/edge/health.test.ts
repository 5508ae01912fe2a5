import { expect, it } from 'vitest';
import { order } from '../support/api-client.js';
import { ApiWorld } from '../support/api-world.js';

it('stays ready without Temporal, and goes on taking checkouts', async () => {
  const world = await ApiWorld.edge();
  await expect
    .poll(() => world.anonymous.get('/health/ready'))
    .toMatchObject({
      status: 200,
      data: { status: 'DEGRADED', checks: { temporal: 'DOWN' } },
    });
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => world.merchant.initiate(order())),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(await world.anonymous.get('/health/live')).toMatchObject({ status: 200, code: '00' });
});

it('is not ready while its database only reads, nor without it, says so in the envelope, and recovers', async () => {
  // From a database beside it.
  const { query } = (await ApiWorld.edge()).manilla.database;
  const world = await ApiWorld.ownEdge({});
  const name = new URL(world.manilla.env.DATABASE_URL).pathname.slice(1);
  const alter = async (change: string) => {
    await query(`alter database "${name}" ${change}`);
    await query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      name,
    ]);
  };
  const ready = () => world.anonymous.get('/health/ready');
  const isUp = { status: 200 };
  try {
    await expect.poll(ready).toMatchObject(isUp);
    await alter('set default_transaction_read_only = on');
    const onlyReads = { status: 503, data: { checks: { database: 'READ_ONLY' } } };
    await expect.poll(ready).toMatchObject(onlyReads);
    await alter('set default_transaction_read_only = off');
    await expect.poll(ready).toMatchObject(isUp);
    await alter('with allow_connections false');
    const isAway = { status: 503, code: '91', data: { checks: { database: 'DOWN' } } };
    await expect.poll(ready).toMatchObject(isAway);
    expect(await world.anonymous.get('/health/live')).toMatchObject(isUp);
    await alter('with allow_connections true');
    await expect.poll(ready).toMatchObject(isUp);
  } finally {
    await world.stop();
  }
});
