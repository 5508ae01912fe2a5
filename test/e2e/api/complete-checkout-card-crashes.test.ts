import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SimulatorCardRail } from '../../../src/providers/simulator/card.adapter.js';
import { assertBooks } from '../../support/books.js';
import { startApi, type TestProgram } from '../../support/stack.js';
import { ApiClient } from './api-client.js';
import { ApiWorld, hookKeys } from './api-world.js';
import { acquirer, cardCheckout, chargesOf } from './card-checkouts.js';

let world: ApiWorld;
beforeAll(async () => {
  world = await ApiWorld.start({ MANILLA_RAIL_TIMEOUT_MS: '3000' });
});
afterAll(() => world?.stop());
afterEach(() => world.bank.behaveWell());

const transactionsOf = async (reference: string): Promise<unknown[]> =>
  (await world.merchant.query(reference)).data.transactions;

describe('a card that is being charged', () => {
  it('is charged once when the worker is killed meanwhile', async () => {
    const { reference, pay } = await cardCheckout(world);
    await world.bank.misbehave({ on: 'charge', delayMs: 2_000, times: 1 });
    const paying = pay('card_approved', { prefer: 'wait=1' });
    await expect.poll(() => chargesOf(world, reference), { timeout: 10_000 }).toHaveLength(1);
    await world.manilla.kill('worker');
    expect((await paying).status).toBe(202);
    await world.manilla.restart('worker');
    await world.until(reference, 'SUCCESSFUL');
    expect(await chargesOf(world, reference)).toMatchObject([{ calls: 1 }]);
    expect(await transactionsOf(reference)).toHaveLength(1);
  });

  it('is charged once when the API is killed meanwhile, and the same call tells the result', async () => {
    const { reference, pay } = await cardCheckout(world);
    await world.bank.misbehave({ on: 'charge', delayMs: 1_500, times: 1 });
    const paying = pay('card_approved').catch(() => 'no answer');
    await expect.poll(() => chargesOf(world, reference), { timeout: 10_000 }).toHaveLength(1);
    await world.manilla.kill('api');
    expect(await paying).toBe('no answer');
    await world.manilla.restart('api');
    expect((await pay('card_approved')).status).toBe(200);
    expect(await chargesOf(world, reference)).toMatchObject([{ calls: 1 }]);
  });

  it('is not sent again when the acquirer was away', async () => {
    const { reference, pay } = await cardCheckout(world);
    await world.manilla.kill('simulator');
    expect((await pay('card_approved')).data.reason).toBe('OUTCOME_UNKNOWN');
    await world.manilla.restart('simulator');
    // It has no record of the charge: nothing is sent again, and nothing is given up yet.
    expect((await pay('card_approved', { prefer: 'wait=8' })).data.reason).toBe('OUTCOME_UNKNOWN');
    expect(await chargesOf(world, reference)).toEqual([]);
  });
});

describe('while Temporal is away from the API', () => {
  let api: TestProgram;
  beforeAll(async () => {
    const { env } = world.manilla;
    api = await startApi({
      DATABASE_URL: env.DATABASE_URL,
      MANILLA_BASE_URL: env.MANILLA_BASE_URL,
      TEMPORAL_ADDRESS: '127.0.0.1:9',
    });
  });
  afterAll(() => api?.stop());

  it('an attempt is safe in the database, and the relay carries it', async () => {
    const { reference, pay } = await cardCheckout(world);
    const cutOff = new ApiClient(api.baseUrl, world.merchant.token);
    expect(await pay('card_approved', { prefer: 'wait=0' }, cutOff)).toMatchObject({
      status: 202,
      code: '09',
    });
    await world.until(reference, 'SUCCESSFUL');
    expect((await pay('card_approved', {}, cutOff)).status).toBe(200);
    expect(await chargesOf(world, reference)).toMatchObject([{ calls: 1 }]);
  });
});

describe('a card and a transfer that both pay', () => {
  const refundsOf = async (reference: string): Promise<unknown> =>
    (await world.merchant.query(reference)).data.refunds;

  it('gives the card its money back when the transfer came first', async () => {
    const { reference, accountNumber, amount, completion } = await world.awaitingPayment();
    const card = { ...completion, paymentChannel: 'Card', account: 'card_3ds' };
    const { url } = (await world.merchant.complete(card)).data.action;
    await world.merchant.pay({ accountNumber, amount });
    await world.until(reference, 'SUCCESSFUL');
    await fetch(`${url}/approve`, { method: 'POST' });
    await expect
      .poll(() => refundsOf(reference), { timeout: 30_000, interval: 250 })
      .toMatchObject([{ cause: 'DUPLICATE', amount, status: 'SUCCESSFUL' }]);
    const [charge] = await chargesOf(world, reference);
    expect(await acquirer(world, 'GET', `charges/${charge?.charge_id}`)).toMatchObject({ left: 0 });
    expect((await world.merchant.query(reference)).data).toMatchObject({
      status: 'SUCCESSFUL',
      exception: 'DUPLICATE',
    });
  });

  it('gives the transfer back when the card came first', async () => {
    const { reference, accountNumber, amount, completion } = await world.awaitingPayment();
    const card = { ...completion, paymentChannel: 'Card', account: 'card_approved' };
    expect((await world.merchant.complete(card)).status).toBe(200);
    await world.bank.payInward({ accountNumber, amount, askName: false });
    await expect
      .poll(() => refundsOf(reference), { timeout: 30_000, interval: 250 })
      .toMatchObject([{ cause: 'DUPLICATE', amount, status: 'SUCCESSFUL' }]);
  });
});

describe('what the acquirer tells later', () => {
  it('takes its settlement, and a chargeback that is opened and lost', async () => {
    const { reference, pay } = await cardCheckout(world);
    await pay('card_approved');
    const [charge] = await chargesOf(world, reference);
    const settlement = (await acquirer(world, 'POST', 'settlements')) as { hook: unknown };
    expect(settlement.hook).toMatchObject({
      status: 200,
      code: '00',
      data: { outcome: 'SETTLED' },
    });
    const chargeId = charge?.charge_id;
    const opened = (await acquirer(world, 'POST', 'chargebacks', { chargeId })) as {
      number: number;
      hook: unknown;
    };
    expect(opened.hook).toMatchObject({ status: 200, data: { outcome: 'OPENED' } });
    const lost = (await acquirer(world, 'POST', `chargebacks/${opened.number}/lost`)) as object;
    expect(lost).toMatchObject({ hook: { status: 200, data: { outcome: 'LOST' } } });
    expect((await world.merchant.query(reference)).data.status).toBe('REVERSED');
  });

  it('pays the checkout by a card that was given up and is approved all the same', async () => {
    const { reference, pay } = await cardCheckout(world);
    expect((await pay('card_3ds')).status).toBe(202);
    const [charge] = await chargesOf(world, reference);
    await world.query(`select record_card_answer($1, 'ACTION_REQUIRED', '02', null, null, true)`, [
      charge?.charge_id,
    ]);
    expect((await world.merchant.query(reference)).data.status).toBe('INITIATED');
    await acquirer(world, 'POST', `charges/${charge?.charge_id}/conclude`);
    await world.until(reference, 'SUCCESSFUL');
  });

  it('is told of a charge we never made as one that is unknown', async () => {
    const hook = await acquirerHook('att_nobody_knows');
    expect(hook).toMatchObject({ status: 404, code: '25' });
  });

  it('leaves books that balance', async () => {
    await expect
      .poll(
        () =>
          assertBooks({ query: (sql: string) => world.query(sql) }).then(
            () => 'balanced',
            (error: Error) => error.message,
          ),
        { timeout: 10_000 },
      )
      .toBe('balanced');
  });
});

/** A charge of the simulator's that did not come from us, told to our hook. */
async function acquirerHook(chargeId: string): Promise<unknown> {
  const rail = new SimulatorCardRail({
    url: world.manilla.simulatorUrl,
    keys: hookKeys(world.manilla.env),
    timeoutMs: 2_000,
  });
  const [amountMinor, currency, token] = [100n, 'NGN', 'card_pending'];
  await rail.charge({ chargeId, token, amountMinor, currency, returnUrl: null });
  await rail.close();
  const concluded = (await acquirer(world, 'POST', `charges/${chargeId}/conclude`)) as {
    hook: unknown;
  };
  return concluded.hook;
}
