import { afterAll, beforeAll, expect, test } from 'vitest';
import { refundWorkflowId } from '../../../src/domain/ids.js';
import { CardWorld } from '../../support/card-world.js';
import type { CheckoutFact } from '../../support/checkout-world.js';
import { keepGoldenHistory } from '../../support/golden-history.js';

/** Plays every path of a card payment as it is played when histories are recorded (scripts/record-histories.ts). */
const minuteMs = 60_000;

let world: CardWorld;
beforeAll(async () => void (world = await CardWorld.start({ plain: true })));
afterAll(() => world?.[Symbol.asyncDispose]());

async function ends(fact: CheckoutFact, status: string, scenario: string): Promise<void> {
  expect(await world.handle(fact).result()).toEqual({ status });
  await keepGoldenHistory(world.handle(fact), 'checkoutWorkflow', scenario);
}

test('card-approved', async () => {
  const { fact } = await world.charge('card_approved');
  await ends(fact, 'SUCCESSFUL', 'card-approved');
});

test('card-declined-then-approved', async () => {
  const { fact, attemptId } = await world.charge('card_declined_51');
  await world.updateResult(fact, attemptId);
  await world.chargeAgain(fact, 'card_approved');
  await ends(fact, 'SUCCESSFUL', 'card-declined-then-approved');
});

test('card-declined-for-good', async () => {
  const { fact } = await world.charge('card_declined_43');
  await ends(fact, 'FAILED', 'card-declined-for-good');
});

test('card-3ds', async () => {
  const { fact, attemptId } = await world.charge('card_3ds');
  await world.updateResult(fact, attemptId);
  await world.conclude(attemptId, '00');
  await world.report(fact, attemptId);
  await ends(fact, 'SUCCESSFUL', 'card-3ds');
});

test('card-3ds-abandoned-then-approved', async () => {
  const { fact, attemptId } = await world.charge('card_3ds');
  await world.updateResult(fact, attemptId);
  await world.forward(fact, 10 * minuteMs);
  await world.untilStatus(fact, 'INITIATED');
  await world.chargeAgain(fact, 'card_approved');
  await ends(fact, 'SUCCESSFUL', 'card-3ds-abandoned-then-approved');
});

test('card-unknown-then-approved', async () => {
  const { fact, attemptId } = await world.charge('card_unknown');
  await world.updateResult(fact, attemptId);
  await world.forward(fact, 5_000);
  await ends(fact, 'SUCCESSFUL', 'card-unknown-then-approved');
});

test('card-lost-then-approved', async () => {
  const { fact, attemptId } = await world.charge('card_lost');
  await world.updateResult(fact, attemptId);
  await world.forward(fact, 40 * minuteMs);
  await world.untilStatus(fact, 'INITIATED');
  await world.chargeAgain(fact, 'card_approved');
  await ends(fact, 'SUCCESSFUL', 'card-lost-then-approved');
});

test('card-and-transfer', async () => {
  const { fact, attemptId } = await world.charge('card_3ds', { withAccount: true });
  await world.updateResult(fact, attemptId);
  await world.payByTransfer(fact);
  await world.untilStatus(fact, 'SUCCESSFUL');
  await world.conclude(attemptId, '00');
  await world.report(fact, attemptId);
  await ends(fact, 'SUCCESSFUL', 'card-and-transfer');
  await cardRefunded(fact);
});

/** The card that paid what a transfer had paid already is given its money back. */
async function cardRefunded({ checkout }: CheckoutFact): Promise<void> {
  const { pool, refundGateway, client } = world.checkouts;
  await pool.query(
    `select resolve_held_credit(credit_id, 'OPERATOR', 'return')
       from inward_credit where checkout_id = $1 and channel = 'Card'`,
    [checkout.checkoutId],
  );
  const { rows } = await pool.query<{ refund_id: string }>(
    'select refund_id from refund where checkout_id = $1',
    [checkout.checkoutId],
  );
  const refundId = rows[0]?.refund_id ?? '';
  await refundGateway.start(refundId);
  const handle = client.workflow.getHandle(refundWorkflowId(refundId));
  expect(await handle.result()).toEqual({ status: 'SUCCESSFUL' });
  await keepGoldenHistory(handle, 'refundWorkflow', 'card-given-back');
}

test('card-outlasts-the-session', async () => {
  const { fact, attemptId } = await world.charge('card_pending', { sessionTtlMinutes: 30 });
  await world.updateResult(fact, attemptId);
  await world.forward(fact, 31 * minuteMs);
  await world.conclude(attemptId, '51');
  await world.report(fact, attemptId);
  await ends(fact, 'EXPIRED', 'card-outlasts-the-session');
});
