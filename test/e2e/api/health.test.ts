import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePorts } from '../../../scripts/stack/ports.ts';
import { withClient } from '../../../scripts/stack/postgres.ts';
import { ApiClient } from '../../support/api-client.js';
import { ApiWorld } from '../../support/api-world.js';
import { createLiveDatabase, startApi, startWorker } from '../../support/stack.js';

let world: ApiWorld;
beforeAll(async () => {
  world = await ApiWorld.shared();
});
afterAll(() => world?.stop());

describe('health', () => {
  it('is ready with database, migrations and Temporal', async () => {
    await expect
      .poll(() => world.anonymous.get('/health/ready'))
      .toMatchObject({
        status: 200,
        code: '00',
        data: {
          status: 'READY',
          checks: { database: 'UP', migrations: 'CURRENT', temporal: 'UP' },
        },
      });
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

  it('serves nobody from a database that is slow to tell its environment', async () => {
    const database = await createLiveDatabase();
    const port = String((await freePorts()).api);
    const url = `http://127.0.0.1:${port}`;
    await withClient(database.url, async (client) => {
      await client.query('begin; lock table setting in access exclusive mode');
      const started = startApi({ DATABASE_URL: database.appUrl, MANILLA_API_PORT: port });
      const failed = started.then(() => 'ready', String);
      await vi.waitFor(() => fetch(`${url}/health/live`), { timeout: 60_000, interval: 50 });
      expect((await fetch(`${url}/health/ready`)).status).toBe(503);
      const login = {
        clientId: 'mid_c2FuZGJveC1tZXJjaGFudA',
        clientSecret: 'nobody-knows-this-one',
      };
      const asked = await new ApiClient(url).post('/api/v1/merchant/authenticate', login);
      expect(asked).toMatchObject({ status: 503, data: { reason: 'MAINTENANCE' } });
      await client.query('rollback');
      const [, logFile = ''] = /exit code 1.*see (\S+\.log)/.exec(await failed) ?? [];
      expect(readFileSync(logFile, 'utf8')).toMatch(/live environment and cannot become sandbox/);
    });
    await database.drop();
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
