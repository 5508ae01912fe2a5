import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PgCreditStore } from '../../../src/payments/credits/credit.store.js';
import { CheckoutWorld } from '../../support/checkout-world.js';
import { keepGoldenHistory } from '../../support/golden-history.js';
import { currentDetails, eventNames } from '../../support/history.js';
import { postingCredits } from '../../support/posting-credits.js';

const due = 1_000_000n;

let world: CheckoutWorld;
let credits: PgCreditStore;
beforeAll(async () => {
  world = await CheckoutWorld.start({ plain: true });
  credits = postingCredits(world.pool);
});
afterAll(() => world[Symbol.asyncDispose]());

test('a transfer that was posted with its receipt ends the workflow, which takes no step', async () => {
  const initiated = await world.initiate();
  const account = await world.issueAccount(initiated);
  await world.tell({ ...initiated, issued: account });
  const credit = await world.receive(account.accountNumber, due, credits);
  expect(await world.checkout(initiated)).toMatchObject({ status: 'SUCCESSFUL' });
  await world.tell(credit);
  expect(await world.handle(initiated).result()).toEqual({ status: 'SUCCESSFUL' });
  const names = await eventNames(world.handle(initiated));
  expect(names).toEqual([
    ...['WORKFLOW_EXECUTION_STARTED', 'WORKFLOW_EXECUTION_SIGNALED'],
    ...['WORKFLOW_TASK_SCHEDULED', 'WORKFLOW_TASK_STARTED', 'WORKFLOW_TASK_COMPLETED'],
    'WORKFLOW_EXECUTION_COMPLETED',
  ]);
  expect(await currentDetails(world.handle(initiated))).toContain('**Paid**');
  await keepGoldenHistory(world.handle(initiated), 'checkoutWorkflow', 'posted-with-its-receipt');
});

test('one of which the relay tells ends the workflow too', async () => {
  const initiated = await world.initiate();
  await world.tell(initiated);
  const account = await world.issueAccount(initiated);
  await world.tell(account);
  const { posted: _, ...relayed } = await world.receive(account.accountNumber, due, credits);
  await world.tell(relayed);
  expect(await world.handle(initiated).result()).toEqual({ status: 'SUCCESSFUL' });
  const { rows } = await world.pool.query(
    'select count(*)::int as open from fact where checkout_id = $1 and applied_at is null',
    [initiated.checkout.checkoutId],
  );
  expect(rows).toEqual([{ open: 0 }]);
});
