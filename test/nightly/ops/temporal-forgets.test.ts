import { expect, test } from 'vitest';
import { assertBooks } from '../../support/books.js';
import { OutageWorld } from '../../support/outage-world.js';

const world = OutageWorld.ofThisFile();

test('a worker that starts before Temporal waits for it', async () => {
  await world.temporal.crash();
  await world.api.manilla.kill('worker');
  const restarted = world.api.manilla.restart('worker');
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  await world.temporal.resume();
  await restarted;
  await world.allSuccessful([await world.api.paid()]);
});

test('what Temporal has forgotten, although it had been told, is told again', async () => {
  await world.temporal.remember();
  await world.allSuccessful([await world.api.paid()]);
  const forgotten = await world.fiveAwaitingPayment();
  const abandoned = await world.api.awaitingPayment();
  // Told and marked: from now on nobody would tell of these again before their deadlines.
  await expect.poll(unmarkedFacts, { timeout: 10_000 }).toBe(0);
  await world.temporal.lose();
  await Promise.all(forgotten.map((each) => world.pay(each)));
  await world.allSuccessful(forgotten);
  await assertBooks(world.api.manilla.database);

  await world.api.endWindow(abandoned.accountNumber);
  await world.api.query(
    `update fact set due_at = now(), deadline = now() where applied_at is null`,
  );
  await expect
    .poll(() => accountStatus(abandoned.accountNumber), { timeout: 20_000 })
    .toBe('EXPIRED');
});

async function unmarkedFacts(): Promise<number> {
  const [row] = await world.api.query<{ count: number }>(
    `select count(*)::int from fact where applied_at is null and due_at < now() + interval '1 minute'`,
  );
  return row?.count ?? -1;
}

async function accountStatus(accountNumber: string): Promise<string | undefined> {
  const [row] = await world.api.query<{ status: string }>(
    'select status from virtual_account where account_number = $1',
    [accountNumber],
  );
  return row?.status;
}
