import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assertBooks } from '../../support/books.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { ApiClient, order, type ApiReply } from '../../support/api-client.js';
import { ApiWorld, mintSessionId } from '../../support/api-world.js';

const checkouts = 200;
const clients = 20;
let world: ApiWorld;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [world, receiver] = await Promise.all([ApiWorld.start(), WebhookReceiver.start()]);
  await world.merchant.post('/api/v1/webhooks/notification-url', { url: receiver.url });
});
afterAll(async () => {
  await world.stop();
  await receiver[Symbol.asyncDispose]();
});

/** What a merchant's own program does: the same request again until there is an answer. */
async function insisting(call: () => Promise<ApiReply>): Promise<ApiReply> {
  for (;;) {
    const reply = await call().catch(() => undefined);
    if (reply !== undefined && reply.status < 500) return reply;
    await sleep(200);
  }
}

async function payOne(merchant: ApiClient, reference: string): Promise<void> {
  const body = order({ paymentReference: reference });
  await insisting(() => merchant.initiate(body));
  const { data } = await insisting(() =>
    merchant.createAccount({
      paymentReference: reference,
      prefix: world.prefix,
      validity: 30,
      amount: 1_000_000,
    }),
  );
  const accountNumber = data.accountNumber as string;
  // The bank tells of one transfer, under one session id, until it has been heard.
  const sessionId = mintSessionId();
  await insisting(() =>
    merchant.pay({ accountNumber, amount: 1_000_000, sessionId, nameEnquiry: false }),
  );
}

test('worker and API killed in the middle of 200 checkouts: all are paid, once', async () => {
  const references = Array.from({ length: checkouts }, (_, i) => `KILL-${process.pid}-${i}`);
  const queue = [...references];
  const working = Promise.all(
    Array.from({ length: clients }, async () => {
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
        await payOne(world.merchant, next);
      }
    }),
  );
  await expect.poll(() => queue.length, { timeout: 60_000, interval: 5 }).toBeLessThan(120);
  expect(queue.length).toBeGreaterThan(0);
  await Promise.all([world.manilla.kill('worker'), world.manilla.kill('api')]);
  await sleep(500);
  await Promise.all([world.manilla.restart('worker'), world.manilla.restart('api')]);
  await working;

  await expect
    .poll(openCheckouts, { timeout: 60_000, interval: 500 })
    .toEqual([{ status: 'SUCCESSFUL', count: checkouts }]);
  const [{ journals, events } = { journals: 0, events: 0 }] = await world.query<{
    journals: number;
    events: number;
  }>(
    `select (select count(*)::int from journal) as journals,
            (select count(*)::int from event where type = 'checkout.successful') as events`,
  );
  expect({ journals, events }).toEqual({ journals: checkouts, events: checkouts });
  await assertBooks(world.manilla.database);
  await expect.poll(notifiedReferences, { timeout: 60_000 }).toBe(checkouts);
});

function openCheckouts() {
  return world.query(`select status, count(*)::int from checkout group by status`);
}

/** At least once each: what was sent when the worker died is sent again when its claim is over. */
function notifiedReferences(): number {
  const bodies = receiver.requests.map(
    ({ body }) => JSON.parse(body) as { type: string; data: { paymentReference: string } },
  );
  return new Set(
    bodies
      .filter(({ type }) => type === 'checkout.successful')
      .map(({ data }) => data.paymentReference),
  ).size;
}
