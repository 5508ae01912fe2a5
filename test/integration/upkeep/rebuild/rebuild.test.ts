import { afterAll, beforeAll, expect, test } from 'vitest';
import { NotRebuilt, rebuild, type RebuildPorts } from '../../../../src/upkeep/rebuild/rebuild.js';
import { PgRebuildStore } from '../../../../src/upkeep/rebuild/rebuild.store.js';
import { CheckoutWorld } from '../../../support/checkout-world.js';

let world: CheckoutWorld;
beforeAll(async () => void (world = await CheckoutWorld.start()));
afterAll(() => world?.[Symbol.asyncDispose]());

const reached = () => Promise.reject(new Error('nothing else is done before the facts are told'));

/** Facts are told by the relay of a worker, and none runs here. */
function ports(said: string[]): RebuildPorts {
  const start = { start: reached };
  return {
    store: new PgRebuildStore(world.pool),
    prepareNamespace: () => Promise.resolve(),
    namespaceLacks: () => Promise.resolve(undefined),
    ...{ refunds: start, payouts: start, deliveries: start, runs: start },
    charges: { ask: reached },
    replays: { stalled: reached, start: reached },
    cases: { run: reached, atOnce: 1 },
    orphans: {
      store: { judge: reached },
      running: { ofType: async function* () {}, end: reached },
    },
    backfill: reached,
    say: (sentence) => said.push(sentence),
  };
}

test('without a worker it says so, and that the command may be given again', async () => {
  const { checkout } = await world.initiate();
  const said: string[] = [];
  const failure = await rebuild(ports(said), { perSecond: 100, patienceMs: 500 }).catch(
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(NotRebuilt);
  expect((failure as Error).message).toBe(
    `1 facts are not told (INITIATED of ${checkout.checkoutId}). Does a worker run, with this database and Temporal? Then give the command again.`,
  );
  expect(said).toContain('  1 are still to be told');
});

test('a fact that was taken is not told before Temporal has it', async () => {
  const store = new PgRebuildStore(world.pool);
  const [fact = '0'] = await store.openFacts();
  await store.retell([fact]);
  expect(await store.unsent(fact)).toHaveLength(1);
  const [taken] = await world.facts.claimDue(10);
  expect(taken?.factId).toBe(fact);
  expect(await store.unsent(fact)).toHaveLength(1);
  await world.facts.markSent([fact]);
  expect(await store.unsent(fact)).toEqual([]);
});
