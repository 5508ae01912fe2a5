import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, startWorker } from '../../support/stack.js';
import { ApiWorld } from '../../support/api-world.js';

let world: ApiWorld;
beforeAll(async () => {
  world = await ApiWorld.shared();
});
afterAll(() => world?.stop());

describe('health', () => {
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
