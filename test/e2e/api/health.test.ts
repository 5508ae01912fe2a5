import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, startApi, startWorker } from '../../support/stack.js';
import { ApiClient, order } from './api-client.js';
import { ApiWorld } from './api-world.js';

let world: ApiWorld;
beforeAll(async () => {
  world = await ApiWorld.shared();
});
afterAll(() => world?.stop());

const nowhere = '127.0.0.1:1';

describe('health', () => {
  it('is live', async () => {
    expect(await world.anonymous.get('/health/live')).toMatchObject({ status: 200, code: '00' });
  });

  it('is ready with database, migrations and Temporal', async () => {
    expect(await world.anonymous.get('/health/ready')).toMatchObject({
      status: 200,
      code: '00',
      data: {
        status: 'READY',
        checks: { database: 'UP', migrations: 'CURRENT', temporal: 'UP' },
      },
    });
  });

  it('stays ready without Temporal, and goes on taking checkouts', async () => {
    const { DATABASE_URL } = world.manilla.env;
    const api = await startApi({ DATABASE_URL, TEMPORAL_ADDRESS: nowhere });
    try {
      const open = new ApiClient(api.baseUrl);
      expect(await open.get('/health/ready')).toMatchObject({
        status: 200,
        data: { status: 'DEGRADED', checks: { temporal: 'DOWN' } },
      });
      const merchant = await ApiClient.authenticated(api.baseUrl, world.manilla.merchant);
      const replies = await Promise.all(
        Array.from({ length: 20 }, () => merchant.initiate(order())),
      );
      expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
      expect(await open.get('/health/live')).toMatchObject({ status: 200 });
    } finally {
      await api.stop();
    }
  });

  it.each([
    ['API', startApi],
    ['worker', startWorker],
  ])('has no %s on a database of the other environment', async (_name, start) => {
    const { DATABASE_URL } = world.manilla.env;
    const live = { MANILLA_ENVIRONMENT: 'live', MANILLA_LOOPBACK_WEBHOOKS: 'off' } as const;
    await expect(start({ DATABASE_URL, ...live })).rejects.toThrow(
      /sandbox environment and cannot become live/,
    );
  });

  it('is not ready while its database only reads', async () => {
    const database = await createDatabase();
    const api = await startApi({ DATABASE_URL: database.url });
    const open = new ApiClient(api.baseUrl);
    const readOnly = async (value: 'on' | 'off') => {
      const name = new URL(database.url).pathname.slice(1);
      await world.query(`alter database "${name}" set default_transaction_read_only = ${value}`);
      await world.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1`,
        [name],
      );
    };
    try {
      expect((await open.get('/health/ready')).status).toBe(200);
      await readOnly('on');
      await expect
        .poll(() => open.get('/health/ready'), { timeout: 10_000 })
        .toMatchObject({ status: 503, data: { checks: { database: 'READ_ONLY' } } });
      await readOnly('off');
      await expect
        .poll(async () => (await open.get('/health/ready')).status, { timeout: 10_000 })
        .toBe(200);
    } finally {
      await api.stop();
      await database.drop();
    }
  });

  it('is not ready without its database, says so in the envelope, and recovers', async () => {
    const database = await createDatabase();
    const api = await startApi({ DATABASE_URL: database.url });
    const open = new ApiClient(api.baseUrl);
    try {
      expect((await open.get('/health/ready')).status).toBe(200);
      await database.drop();
      await expect
        .poll(() => open.get('/health/ready'), { timeout: 10_000 })
        .toMatchObject({ status: 503, code: '91', data: { checks: { database: 'DOWN' } } });
      expect((await open.get('/health/live')).status).toBe(200);
    } finally {
      await api.stop();
    }
  });
});

describe('for whoever looks at it from outside', () => {
  it('tells its metrics on a port of their own, by route and not by path', async () => {
    const { reference } = await world.initiated();
    await world.merchant.query(reference);
    const { MANILLA_METRICS_PORT } = world.manilla.env;
    const metrics = await (await fetch(`http://127.0.0.1:${MANILLA_METRICS_PORT}/metrics`)).text();
    expect(metrics).toContain(
      'manilla_http_request_seconds_count{route="/api/v1/checkout/query/:paymentReference",method="GET",status="200"}',
    );
    expect(metrics).toContain('process_cpu_seconds_total');
    expect(metrics).not.toContain(reference);
    expect((await world.anonymous.get('/metrics')).status).toBe(404);
  });
});
