import { afterAll, beforeAll, expect, test } from 'vitest';
import { PgKeyHolders } from '../../../src/platform/keys/key-holders.store.js';
import { keepSchedules } from '../../../src/programs/worker/schedule-keeper.js';
import { ensureSchedules } from '../../../src/programs/worker/schedules.js';
import { CheckoutWorld } from '../../support/checkout-world.js';

let world: CheckoutWorld;
const stop = new AbortController();
const running: Promise<void>[] = [];
beforeAll(async () => void (world = await CheckoutWorld.start()));
afterAll(async () => {
  stop.abort();
  await Promise.all(running);
  await world[Symbol.asyncDispose]();
});

const settings = {
  reconcileEveryMs: null,
  settleDaily: false,
  proveBooks: false,
  settleInstantEveryMs: null,
};
const names = ['worker@a:1', 'worker@b:1', 'worker@c:1'];
/** Who has looked, once all schedules were there. */
let looks: string[] = [];

function keep(name: string): void {
  const keyHolders = new PgKeyHolders(world.pool);
  const ports = {
    ensure: async (only?: 'MISSING') => {
      if (only !== undefined) looks.push(name);
      await ensureSchedules(world.client, ['simulator'], settings, only);
    },
    isFirst: async () => (await keyHolders.first('worker')) === name,
    log: { warn: () => {} },
  };
  running.push(keepSchedules(ports, stop.signal, 50));
}

async function beats(process: string): Promise<void> {
  await new PgKeyHolders(world.pool).beat(process, [{ purpose: 'codec', kids: ['k'], read: {} }]);
  // However long the test takes, it counts as running.
  await world.pool.query(
    `update ring_holder set seen_at = now() + interval '10 minutes' where process = $1`,
    [process],
  );
}

async function isThere(id: string): Promise<boolean> {
  return world.client.schedule
    .getHandle(id)
    .describe()
    .then(
      () => true,
      () => false,
    );
}

test('one of the workers that run makes anew what is deleted, and another does when it is gone', async () => {
  // An API is no worker, whatever its name.
  await beats('api@a:0');
  for (const name of names) await beats(name);
  for (const name of names) keep(name);
  await expect.poll(() => isThere('settle-daily')).toBe(true);

  await world.client.schedule.getHandle('settle-daily').delete();
  await expect.poll(() => isThere('settle-daily')).toBe(true);
  await expect.poll(() => looks.length).toBeGreaterThan(5);
  expect(new Set(looks)).toEqual(new Set(['worker@a:1']));

  await world.pool.query(
    `update ring_holder set seen_at = now() - interval '36 seconds' where process = 'worker@a:1'`,
  );
  await expect.poll(() => looks.at(-1)).toBe('worker@b:1');
  looks = [];
  await world.client.schedule.getHandle('sweep').delete();
  await expect.poll(() => isThere('sweep')).toBe(true);
  // A look that had begun before may have made it.
  await expect.poll(() => looks.length).toBeGreaterThan(0);
  expect(new Set(looks)).toEqual(new Set(['worker@b:1']));
});
