import type { Client } from '@temporalio/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../../src/platform/config/config.js';
import { createTemporalClient } from '../../../src/platform/temporal/connection.js';
import { assertBooks } from '../../support/books.js';
import { Replicas } from '../../support/replicas.js';
import { ApiClient, order } from '../../support/api-client.js';
import { ApiWorld } from '../../support/api-world.js';

/** Three APIs and three workers on one database and one namespace. */
let world: ApiWorld;
let replicas: Replicas;
let clients: readonly ApiClient[];
let temporal: Client;
beforeAll(async () => {
  world = await ApiWorld.start({});
  replicas = await Replicas.beside(world.manilla, 2);
  const { merchant } = world.manilla;
  const others = replicas.apis.map(({ baseUrl }) => ApiClient.authenticated(baseUrl, merchant));
  clients = [world.merchant, ...(await Promise.all(others))];
  temporal = createTemporalClient(loadConfig({ ...world.manilla.env }));
}, 120_000);
afterAll(async () => {
  await temporal?.connection.close();
  await replicas?.stop();
  await world?.stop();
});

/** What a merchant behind a proxy does: the same request again, which another API takes. */
async function byAny<Reply>(nth: number, ask: (client: ApiClient) => Promise<Reply>) {
  for (let at = nth; ; at += 1) {
    try {
      return await ask(clients[at % clients.length] as ApiClient);
    } catch (error) {
      if (!(error instanceof TypeError) || at > nth + 5) throw error;
    }
  }
}

it('take what merchants ask of any of them, and lose nothing when one of each is killed', async () => {
  const orders = 45;
  const pay = async (nth: number): Promise<void> => {
    const body = order();
    const { data } = await byAny(nth, (client) => client.initiate(body));
    const amount = Number(data.amountPayable);
    const asked = {
      paymentReference: body.paymentReference,
      ...{ prefix: world.prefix, validity: 30, amount },
    };
    const account = await byAny(nth + 1, (client) => client.createAccount(asked));
    const accountNumber = String(account.data.accountNumber);
    await world.merchant.pay({ accountNumber, amount });
    await world.until(body.paymentReference, 'SUCCESSFUL');
  };
  const payers = Array.from({ length: 5 }, async (_, payer) => {
    for (let nth = payer; nth < orders; nth += 5) {
      if (nth === 20) await replicas.workers[0]?.kill();
      if (nth === 22) await replicas.apis[0]?.kill();
      await pay(nth);
    }
  });
  await Promise.all(payers);
  expect(
    await world.query(
      `select count(*)::int as paid, count(distinct c.checkout_id)::int as orders
         from checkout c join event e on e.checkout_id = c.checkout_id and e.type = 'checkout.successful'`,
    ),
  ).toEqual([{ paid: orders, orders }]);
  await assertBooks(world);
});

it('keep one schedule of each, make anew what is deleted, and run each once', async () => {
  const sweep = temporal.schedule.getHandle('sweep');
  await sweep.delete();
  // One of the workers looks every twenty seconds, and none of them is started again.
  await expect
    .poll(
      () =>
        sweep.describe().then(
          ({ scheduleId }) => scheduleId,
          () => undefined,
        ),
      {
        timeout: 60_000,
        interval: 1_000,
      },
    )
    .toBe('sweep');
  await sweep.trigger();
  const runs = async () => (await sweep.describe()).info.recentActions.length;
  await expect.poll(runs, { timeout: 30_000 }).toBe(1);
  const ids: string[] = [];
  for await (const { scheduleId } of temporal.schedule.list()) ids.push(scheduleId);
  expect(ids.toSorted()).toEqual([...new Set(ids)].toSorted());
});
