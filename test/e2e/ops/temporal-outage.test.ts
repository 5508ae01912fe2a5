import { expect, test } from 'vitest';
import { assertBooks } from '../../support/books.js';
import { OutageWorld } from '../../support/outage-world.js';

const world = OutageWorld.ofThisFile();

test('while Temporal is away everything is accepted, and carried through when it is back', async () => {
  const begun = await world.fiveAwaitingPayment();
  const alsoBegun = await world.api.initiated();
  await world.temporal.crash();

  const whileAway = await world.fiveAwaitingPayment();
  const startedAt = performance.now();
  await Promise.all([...begun, ...whileAway].map((each) => world.pay(each)));
  const perPaymentMs = (performance.now() - startedAt) / 10;
  expect(perPaymentMs).toBeLessThan(4_000);
  const { data } = await world.api.merchant.query(alsoBegun.reference);
  expect(data.status).toBe('INITIATED');
  const paid = await world.api.merchant.complete(whileAway[0]?.completion ?? {});
  expect(paid).toMatchObject({ status: 200, data: { status: 'SUCCESSFUL' } });
  // What does not fit waits for its workflow.
  const short = await world.api.awaitingPayment();
  await world.pay({ ...short, amount: short.amount - 1 });
  const query = async () => (await world.api.merchant.query(short.reference)).data.status as string;
  expect(await query()).toBe('PROCESSING');

  await world.temporal.resume();
  await expect.poll(query, { timeout: 60_000 }).toBe('PARTIALLY_PAID');
  await world.allSuccessful([...begun, ...whileAway]);
  await world.allSuccessful([await world.api.paid()]);
  await assertBooks(world.api.manilla.database);
});
