import { afterAll, beforeAll, expect, test } from 'vitest';
import { assertBooks } from '../../support/books.js';
import { ApiWorld, type OpenCheckout } from '../../support/api-world.js';
import { TemporalOfItsOwn } from '../../support/temporal-of-its-own.js';

let temporal: TemporalOfItsOwn;
let world: ApiWorld;
beforeAll(async () => {
  temporal = await TemporalOfItsOwn.start();
  world = await ApiWorld.start(temporal.env);
});
afterAll(async () => {
  await world.stop();
  await temporal.stop();
});

const several = [1, 2, 3, 4, 5];

async function pay({ accountNumber, amount }: OpenCheckout): Promise<void> {
  const reply = await world.merchant.pay({ accountNumber, amount });
  expect(reply.status).toBe(200);
}

async function allSuccessful(checkouts: readonly OpenCheckout[]): Promise<void> {
  for (const { completion } of checkouts) {
    const reply = await world.merchant.complete(completion, { prefer: 'wait=30' });
    expect(reply.data).toMatchObject({ status: 'SUCCESSFUL' });
  }
}

test('while Temporal is away everything is accepted, and carried through when it is back', async () => {
  const begun = await Promise.all(several.map(() => world.awaitingPayment()));
  const alsoBegun = await world.initiated();
  await temporal.crash();

  const whileAway = await Promise.all(several.map(() => world.awaitingPayment()));
  const startedAt = performance.now();
  await Promise.all([...begun, ...whileAway].map(pay));
  const perPaymentMs = (performance.now() - startedAt) / 10;
  expect(perPaymentMs).toBeLessThan(4_000);
  const { data } = await world.merchant.query(alsoBegun.reference);
  expect(data.status).toBe('INITIATED');
  const pending = await world.merchant.complete(whileAway[0]?.completion ?? {});
  expect(pending.status).toBe(202);

  await temporal.resume();
  await allSuccessful([...begun, ...whileAway]);
  await allSuccessful([await world.paid()]);
  await assertBooks(world.manilla.database);
});
