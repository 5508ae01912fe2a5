import { afterAll, beforeAll, expect, test } from 'vitest';
import { assertBooks } from '../../support/books.js';
import { currentDetails } from '../../support/history.js';
import { ApiWorld } from '../api/api-world.js';
import { Operator } from './operator.js';

let world: ApiWorld;
let operator: Operator;
beforeAll(async () => {
  world = await ApiWorld.start({ MANILLA_PARK_AFTER_MS: '4000' });
  operator = new Operator(world.manilla);
});
afterAll(async () => {
  await operator[Symbol.asyncDispose]();
  await world.stop();
});

test('a broken ledger parks the checkout; healed, and resolved with retry, it is paid once', async () => {
  const checkout = await world.awaitingPayment();
  const { reference, accountNumber, amount, completion } = checkout;
  await world.query('alter table journal rename to journal_gone');
  const paid = await world.merchant.pay({ accountNumber, amount });
  expect(paid.status).toBe(200);
  await operator.untilParked(reference);
  const details = await currentDetails(operator.handle(reference));
  expect(details).toContain('### Needs attention: a received transfer is not posted');
  expect((await world.merchant.complete(completion)).status).toBe(202);

  await world.query('alter table journal_gone rename to journal');
  await operator.resolve(reference, 'retry');
  const completed = await world.merchant.complete(completion, { prefer: 'wait=20' });
  expect(completed.status).toBe(200);
  expect(completed.data.status).toBe('SUCCESSFUL');
  await expect
    .poll(() => operator.find('CheckoutPhase = "NEEDS_ATTENTION"'), { timeout: 10_000 })
    .toEqual([]);
  await assertBooks(world.manilla.database);
});

test('a lost permission parks it as well, and the operator may cancel what cannot be paid', async () => {
  const { reference, accountNumber, amount } = await world.awaitingPayment();
  await world.query('alter function apply_credits rename to apply_credits_gone');
  await world.merchant.pay({ accountNumber, amount: amount - 100 });
  await operator.untilParked(reference);
  await world.query('alter function apply_credits_gone rename to apply_credits');
  await operator.resolve(reference, 'cancel');
  await expect
    .poll(async () => (await world.merchant.query(reference)).data.status, { timeout: 10_000 })
    .toBe('CANCELLED');
  await assertBooks(world.manilla.database);
});
