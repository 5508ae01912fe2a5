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

test('a worker that starts before Temporal waits for it', async () => {
  await temporal.crash();
  await world.manilla.kill('worker');
  const restarted = world.manilla.restart('worker');
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  await temporal.resume();
  await restarted;
  await allSuccessful([await world.paid()]);
});

test('what Temporal has forgotten, although it had been told, is told again', async () => {
  await temporal.remember();
  await allSuccessful([await world.paid()]);
  const forgotten = await Promise.all(several.map(() => world.awaitingPayment()));
  const abandoned = await world.awaitingPayment();
  // Told and marked: from now on nobody would tell of these again before their deadlines.
  await expect.poll(unmarkedFacts, { timeout: 10_000 }).toBe(0);
  await temporal.lose();
  await Promise.all(forgotten.map(pay));
  await allSuccessful(forgotten);
  await assertBooks(world.manilla.database);

  await world.endWindow(abandoned.accountNumber);
  await world.query(`update fact set due_at = now(), deadline = now() where applied_at is null`);
  await expect
    .poll(() => accountStatus(abandoned.accountNumber), { timeout: 20_000 })
    .toBe('EXPIRED');
});

async function unmarkedFacts(): Promise<number> {
  const [row] = await world.query<{ count: number }>(
    `select count(*)::int from fact where applied_at is null and due_at < now() + interval '1 minute'`,
  );
  return row?.count ?? -1;
}

async function accountStatus(accountNumber: string): Promise<string | undefined> {
  const [row] = await world.query<{ status: string }>(
    'select status from virtual_account where account_number = $1',
    [accountNumber],
  );
  return row?.status;
}
