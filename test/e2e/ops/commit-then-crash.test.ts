import { afterAll, beforeAll, expect, test } from 'vitest';
import { SimulatorControl } from '../../../src/simulator/control-client.js';
import { assertBooks } from '../../support/books.js';
import { startApi, startSimulator, type TestProgram } from '../../support/stack.js';
import { ApiClient, order } from '../api/api-client.js';
import { ApiWorld } from '../api/api-world.js';

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
  const { notifications } = await bank.payInward({ accountNumber, amount: 1_000_000 });
  expect(notifications).toMatchObject([{ code: '00' }]);
  await mute.kill();

  const status = async (): Promise<unknown> =>
    (await world.merchant.query(body.paymentReference)).data.status;
  await expect.poll(status, { timeout: 20_000 }).toBe('SUCCESSFUL');
  await assertBooks(world.manilla.database);
});
