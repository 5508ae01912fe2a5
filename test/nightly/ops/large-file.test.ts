import { afterAll, beforeAll, expect, it } from 'vitest';
import { order } from '../../support/api-client.js';
import { ApiWorld } from '../../support/api-world.js';
import type { TestEdge } from '../../support/edge.js';

/** The largest file of a list: how long it takes, in how much memory, and what a payment notices of it. */
const rows = 100_000;
const megabyte = 1_024 * 1_024;

let world: ApiWorld<TestEdge>;
beforeAll(async () => {
  world = await ApiWorld.ownEdge({});
  const body = order();
  expect((await world.merchant.initiate(body)).status).toBe(200);
  await world.query(
    `insert into checkout
       select (jsonb_populate_record(c, jsonb_build_object(
                'checkout_id', new_id('chk_'), 'payment_reference', c.payment_reference || '-' || n,
                'created_at', c.created_at - make_interval(secs => n)))).*
         from checkout c cross join generate_series(1, $2::integer) n where c.payment_reference = $1`,
    [body.paymentReference, rows - 1],
  );
  await world.query('analyze checkout');
}, 600_000);
afterAll(() => world?.stop());

it(`${rows} orders are one file, in memory that does not grow with it, while orders are taken`, async () => {
  const { baseUrl } = world.manilla;
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  const began = performance.now();
  const processor = process.cpuUsage();
  const reply = await fetch(`${baseUrl}/api/v1/checkouts?format=csv`, {
    headers: { authorization: `Bearer ${world.merchant.token}` },
  });
  let [bytes, most, last] = [0, 0, ''];
  const slowest: number[] = [];
  let isRead = false;
  const payments = (async () => {
    while (!isRead) {
      const at = performance.now();
      expect((await world.merchant.initiate(order())).status).toBe(200);
      slowest.push(performance.now() - at);
    }
  })();
  for await (const part of reply.body ?? []) {
    bytes += part.length;
    most = Math.max(most, process.memoryUsage().rss);
    last = (last + Buffer.from(part).toString('utf8')).slice(-200);
  }
  isRead = true;
  await payments;
  const seconds = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(processor);
  slowest.sort((one, other) => one - other);
  console.log({
    ...{ seconds, processorSeconds: (user + system) / 1e6, megabytes: bytes / megabyte },
    grownByMegabytes: (most - before) / megabyte,
    ordersBeside: slowest.length,
    orderP50Ms: slowest[Math.floor(slowest.length / 2)],
    orderSlowestMs: slowest.at(-1),
  });
  expect(/END,(\d+),COMPLETE/.exec(last)?.[1]).toBe(String(rows));
  expect((most - before) / megabyte).toBeLessThan(200);
}, 600_000);
