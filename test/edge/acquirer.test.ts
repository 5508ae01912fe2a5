import { beforeAll, expect, it } from 'vitest';
import { SimulatorCardRail } from '../../src/providers/simulator/card.adapter.js';
import { acquirer, cardCheckout, chargesOf } from '../support/card-checkouts.js';
import { ApiWorld, hookKeys } from '../support/api-world.js';
import { Acquirer } from '../support/scenarios/acquirer.js';
import type { TestEdge } from '../support/edge.js';

/** What the acquirer does beside being asked. Chargebacks are in disputes.test.ts. */
let world: ApiWorld<TestEdge>;
beforeAll(async () => void (world = await ApiWorld.edge()));

const refundsOf = async (reference: string): Promise<unknown> =>
  (await world.merchant.query(reference)).data.refunds;
const statusOf = async (reference: string) => (await world.merchant.query(reference)).data.status;

it('a card has its money back when a transfer had paid before it was approved', async () => {
  const { reference, accountNumber, amount, completion } = await world.awaitingPayment();
  const card = { ...completion, paymentChannel: 'Card', account: 'card_3ds' };
  const { url } = (await world.merchant.complete(card)).data.action;
  await world.merchant.pay({ accountNumber, amount });
  await world.until(reference, 'SUCCESSFUL');
  await fetch(`${url}/approve`, { method: 'POST' });
  await expect
    .poll(() => refundsOf(reference))
    .toMatchObject([{ cause: 'DUPLICATE', amount, status: 'SUCCESSFUL' }]);
  const [charge] = await chargesOf(world, reference);
  expect(await acquirer(world, 'GET', `charges/${charge?.charge_id}`)).toMatchObject({ left: 0 });
  expect((await world.merchant.query(reference)).data).toMatchObject({
    status: 'SUCCESSFUL',
    exception: 'DUPLICATE',
  });
});

it('a transfer goes back when a card had paid before it', async () => {
  const { reference, accountNumber, amount, completion } = await world.awaitingPayment();
  const card = { ...completion, paymentChannel: 'Card', account: 'card_approved' };
  expect((await world.merchant.complete(card)).status).toBe(200);
  await world.bank.payInward({ accountNumber, amount, askName: false });
  await expect
    .poll(() => refundsOf(reference))
    .toMatchObject([{ cause: 'DUPLICATE', amount, status: 'SUCCESSFUL' }]);
});

it('its settlement is taken', async () => {
  const { pay } = await cardCheckout(world);
  await pay('card_approved');
  const { hook } = await new Acquirer(world.manilla.simulatorUrl).payOut();
  expect(hook).toMatchObject({ status: 200, code: '00', data: { outcome: 'SETTLED' } });
});

it('a payment that it reverses is none, however often it is told', async () => {
  const { reference, pay } = await cardCheckout(world);
  expect((await pay('card_approved')).status).toBe(200);
  const [charge] = await chargesOf(world, reference);
  const rail = new Acquirer(world.manilla.simulatorUrl);
  for (let times = 0; times < 2; times += 1) await rail.reverse(charge?.charge_id ?? '');
  expect(await statusOf(reference)).toBe('REVERSED');
});

it('a charge that we never asked for is unknown to us', async () => {
  const { manilla } = world;
  const keys = hookKeys(manilla.env);
  const rail = new SimulatorCardRail({ url: manilla.simulatorUrl, keys, timeoutMs: 10_000 });
  const chargeId = 'att_nobody_knows';
  const charge = { token: 'card_pending', amountMinor: 100n, currency: 'NGN', returnUrl: null };
  await rail.charge({ chargeId, ...charge });
  await rail.close();
  const { hook } = (await acquirer(world, 'POST', `charges/${chargeId}/conclude`)) as {
    hook: unknown;
  };
  expect(hook).toMatchObject({ status: 404, code: '25' });
});
