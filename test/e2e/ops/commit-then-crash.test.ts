import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SimulatorControl } from '../../../src/providers/simulator/control-client.js';
import { endsAwaited } from '../../support/history.js';
import { assertBooks } from '../../support/books.js';
import { startApi, startSimulator, type TestProgram } from '../../support/stack.js';
import { ApiClient, newReference, order } from '../../support/api-client.js';
import { ApiWorld } from '../../support/api-world.js';
import { cardCheckout } from '../../support/card-checkouts.js';
import { Operator } from '../../support/temporal-operator.js';

let world: ApiWorld;
let mute: TestProgram;
let simulator: TestProgram;
beforeAll(async () => {
  world = await ApiWorld.shared();
});
afterAll(async () => {
  await Promise.all([mute?.stop(), simulator?.stop()]);
  await world.stop();
});

/** An API that commits, answers, and dies before it has told any workflow anything: it reaches no Temporal at all. */
async function startMuteApi(): Promise<TestProgram> {
  const { DATABASE_URL, ...env } = world.manilla.env;
  return startApi({
    ...secretsOf(env),
    DATABASE_URL,
    TEMPORAL_ADDRESS: '127.0.0.1:9',
    TEMPORAL_NAMESPACE: env.TEMPORAL_NAMESPACE,
  });
}

function secretsOf(env: object): Record<string, string> {
  const names = Object.entries(env).filter(([name]) => /_(KEY|PEPPER)$/.test(name));
  return Object.fromEntries(names) as Record<string, string>;
}

test('what was committed by an API that died before it told anyone is carried through by the relay', async () => {
  mute = await startMuteApi();
  const merchant = await ApiClient.authenticated(mute.baseUrl, world.manilla.merchant);
  const body = order();
  expect((await merchant.initiate(body)).status).toBe(200);
  const account = await merchant.createAccount({
    paymentReference: body.paymentReference,
    prefix: world.prefix,
    validity: 30,
    amount: 1_000_000,
  });
  simulator = await startSimulator({ MANILLA_SIMULATOR_API_URL: mute.baseUrl });
  const bank = new SimulatorControl(simulator.baseUrl);
  const accountNumber = account.data.accountNumber as string;
  const paid = await bank.payInward({ accountNumber, amount: 1_000_000 });
  expect(paid.notifications).toMatchObject([{ code: '00' }]);
  await mute.kill();
  // Other files compare the books with the statement of the bank that all of them share.
  const { sessionId } = paid;
  await world.bank.payInward({ accountNumber, amount: 1_000_000, sessionId, notify: { times: 0 } });

  const status = async (): Promise<unknown> =>
    (await world.merchant.query(body.paymentReference)).data.status;
  await expect.poll(status, { timeout: 20_000 }).toBe('SUCCESSFUL');
  await assertBooks(world.manilla.database);
});

// What takes Temporal longer than the limit of a call is rightly left to the relay, once on a machine that is overloaded;
// whoever never tells is caught each time.
const triedAgain = { retry: 2 };

describe('while nothing dies, whoever commits also tells, not the relay:', triedAgain, () => {
  const soon = { timeout: 20_000, interval: 100 };
  let operator: Operator;
  beforeAll(async () => {
    operator = new Operator(world.manilla);
    // What is not told at once would be told in an hour.
    await world.query(`create function much_later() returns trigger language plpgsql as $$
      begin new.due_at := now() + interval '1 hour'; return new; end $$`);
    await world.query(
      'create trigger much_later before insert on fact for each row execute function much_later()',
    );
  });
  afterAll(async () => {
    await world.query('drop trigger much_later on fact');
    await world.query('drop function much_later');
    await operator[Symbol.asyncDispose]();
  });

  const workflow = (reference: string) => async (): Promise<string | undefined> =>
    operator
      .handle(reference)
      .describe()
      .then(
        ({ status }) => status.name,
        () => undefined,
      );
  const status = (path: string) => async (): Promise<unknown> =>
    (await world.merchant.get(path)).data.status;
  const post = (path: string, body = {}) => world.merchant.post(`/api/v1/${path}`, body);

  test('an order, its account, its transfer and its refund', async () => {
    const { reference, amount, accountNumber } = await world.awaitingPayment();
    await expect.poll(workflow(reference), soon).toBe('RUNNING');
    // The session's and the account's.
    await expect.poll(() => endsAwaited(operator.handle(reference)), soon).toBe(2);
    await world.merchant.pay({ accountNumber, amount });
    await expect.poll(workflow(reference), soon).toBe('COMPLETED');
    const refundReference = newReference();
    await post(`transactions/${reference}/refund`, { refundReference, reason: 'came back' });
    await expect.poll(status(`/api/v1/refunds/${refundReference}`), soon).toBe('SUCCESSFUL');
  });

  test('a card', async () => {
    const { reference, pay } = await cardCheckout(world);
    await pay('card_approved');
    await expect.poll(workflow(reference), soon).toBe('COMPLETED');
  });

  test('a cancellation', async () => {
    const { reference } = await world.initiated();
    await expect.poll(workflow(reference), soon).toBe('RUNNING');
    await world.merchant.cancel(reference);
    await expect.poll(workflow(reference), soon).toBe('COMPLETED');
  });

  test('a clock that was moved', async () => {
    const { reference } = await world.initiated();
    await post(`sandbox/checkouts/${reference}/clock`, { seconds: 86_400 });
    await expect.poll(workflow(reference), soon).toBe('COMPLETED');
  });

  test('an account by itself, and its end', async () => {
    const reference = newReference();
    const { data } = await post('virtual-account/dynamic', {
      ...{ paymentReference: reference, prefix: world.prefix },
      ...{ amount: 1_000_000, validity: 60 },
    });
    await expect.poll(workflow(reference), soon).toBe('RUNNING');
    await post(`virtual-account/${String(data.accountNumber)}/close`);
    await expect.poll(workflow(reference), soon).toBe('COMPLETED');
  });

  test('money that comes too late', async () => {
    const { accountNumber, amount } = await world.cancelled();
    const { sessionId } = await world.bank.payInward({ accountNumber, amount, askName: false });
    const resolution = () =>
      world.query('select resolution from inward_credit where session_id = $1', [sessionId]);
    await expect.poll(resolution, soon).toEqual([{ resolution: 'RETURNED' }]);
  });

  test('payouts, of a run and on demand', async () => {
    const settlement = (reference: string) =>
      status(`/api/v1/settlement/get-settlement-status/${reference}`);
    await world.paid();
    const { data } = await world.merchant.send('POST', '/api/v1/sandbox/settlement-run');
    const run = String(data.settlement.settlementReference);
    await expect.poll(settlement(run), soon).toBe('SUCCESSFUL');
    await world.paid();
    await world.query(
      'update balance_transaction set due_on = due_on - 30 where merchant_id = $1',
      [world.manilla.merchant.merchantId],
    );
    const settlementReference = newReference();
    await post('settlement/merchant-settlement', { settlementReference, all: true });
    await expect.poll(settlement(settlementReference), soon).toBe('SUCCESSFUL');
  });
});
