import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi } from '../../support/stack.js';
import { ApiClient, order } from './api-client.js';
import { ApiWorld } from './api-world.js';

let world: ApiWorld;
beforeAll(async () => {
  world = await ApiWorld.start();
});
afterAll(() => world?.stop());

it('ends requests under way before it stops, and wakes those that wait', async () => {
  const { DATABASE_URL, TEMPORAL_NAMESPACE, MANILLA_BASE_URL } = world.manilla.env;
  const api = await startApi({ DATABASE_URL, TEMPORAL_NAMESPACE, MANILLA_BASE_URL });
  const merchant = new ApiClient(api.baseUrl, world.merchant.token);
  const { completion } = await world.awaitingPayment();
  const waiting = merchant.complete(completion, { prefer: 'wait=25' });
  const failures: unknown[] = [];
  let served = 0;
  let isStopping = false;
  const client = async (): Promise<void> => {
    for (;;) {
      try {
        const { status } = await merchant.initiate(order());
        served += 1;
        if (status !== 200) failures.push(status);
      } catch (error) {
        // A refused connection is how a client learns that the process is gone; a cut one is a lost request.
        const { code } = (error as { cause?: { code?: string } }).cause ?? {};
        if (!isStopping || code !== 'ECONNREFUSED') failures.push(code ?? error);
        return;
      }
    }
  };
  const clients = Array.from({ length: 8 }, client);
  await new Promise((resolve) => setTimeout(resolve, 500));
  isStopping = true;
  const begin = performance.now();
  await api.stop();
  await Promise.all(clients);
  expect(performance.now() - begin).toBeLessThan(10_000);
  expect((await waiting).status).toBe(202);
  expect(served).toBeGreaterThan(8);
  expect(failures).toEqual([]);
});
