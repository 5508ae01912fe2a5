import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assertBooks } from '../../support/books.js';
import { soakNumber } from '../../support/soak-random.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { order } from '../../support/api-client.js';
import { ApiWorld, mintSessionId } from '../../support/api-world.js';
import { insisting } from './soak-world.js';

const wanted = soakNumber('CHANGING_N', 500);
const clients = 20;
/** The payer sends the amount of before. */
const sent = 1_000_000;
const others = [600_000, 1_000_000, 1_400_000] as const;

let world: ApiWorld;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [world, receiver] = await Promise.all([ApiWorld.start(), WebhookReceiver.start()]);
  await world.merchant.post('/api/v1/webhooks/notification-url', { url: receiver.url });
}, 120_000);
afterAll(async () => {
  await world?.stop();
  await receiver?.[Symbol.asyncDispose]();
});

/** The amount changes while the payer's bank is sending: now one is first, now the other. */
async function playOne(n: number): Promise<void> {
  const { merchant, prefix } = world;
  const paymentReference = `CHANGED-${n}`;
  const policies = { underpaid: 'REFUND_NOW', overpaid: 'REFUND_EXCESS' };
  const begun = await insisting(() => merchant.initiate(order({ paymentReference, policies })));
  expect(begun.status, begun.text).toBe(200);
  const { data } = await insisting(() =>
    merchant.createAccount({ paymentReference, prefix, validity: 30, amount: sent }),
  );
  const transfer = {
    ...{ accountNumber: data.accountNumber as string, amount: sent },
    ...{ sessionId: mintSessionId(), nameEnquiry: false },
  };
  const amount = others[n % others.length];
  const changed = insisting(() =>
    merchant.send('PATCH', `/api/v1/checkout/${paymentReference}`, {
      body: JSON.stringify({ amount }),
      headers: { 'content-type': 'application/json' },
    }),
  );
  const [{ status }] = await Promise.all([changed, insisting(() => merchant.pay(transfer))]);
  expect([200, 409]).toContain(status);
}

async function killInTheMiddle(left: () => number): Promise<void> {
  for (const part of [0.75, 0.5, 0.25]) {
    await expect.poll(left, { timeout: 600_000, interval: 5 }).toBeLessThan(wanted * part);
    await Promise.all([world.manilla.kill('worker'), world.manilla.kill('api')]);
    await sleep(300);
    await Promise.all([world.manilla.restart('worker'), world.manilla.restart('api')]);
  }
}

test(`${wanted} orders whose amount changes while money is on its way: every kobo is where the policies say`, async () => {
  const queue = Array.from({ length: wanted }, (_, n) => n);
  const killing = killInTheMiddle(() => queue.length);
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let n = queue.pop(); n !== undefined; n = queue.pop()) await playOne(n);
    }),
  );
  await killing;

  await expect
    .poll(async () => (await world.query(undecided))[0]?.['count'], { timeout: 300_000 })
    .toBe(0);
  const ends = await world.query<{ kind: string; wrong: number; count: number }>(ended);
  console.log(ends);
  expect(ends.filter(({ wrong }) => wrong > 0)).toEqual([]);
  expect(ends.reduce((sum, { count }) => sum + count, 0)).toBe(wanted);
  await assertBooks(world.manilla.database);
  const paid = await world.query<{ count: number }>(
    `select count(*)::int from checkout where status = 'SUCCESSFUL'`,
  );
  await expect.poll(toldOf, { timeout: 120_000 }).toBe(paid[0]?.count);
  const twice = await world.query(
    `select checkout_id from event where type = 'checkout.successful' group by checkout_id having count(*) > 1`,
  );
  expect(twice).toEqual([]);
}, 1_200_000);

const undecided = `
  select count(*)::int from checkout c
    left join inward_credit k using (checkout_id)
   where k.outcome is null
      or exists (select from refund r where r.checkout_id = c.checkout_id and r.status not in ('SUCCESSFUL', 'FAILED'))`;

/** By what was asked when the money was judged: how many orders, and of how many a kobo is elsewhere. */
const ended = `
  select case when c.amount_minor < ${sent} then 'less' when c.amount_minor = ${sent} then 'as much' else 'more' end as kind,
         count(*)::int, count(*) filter (where
           c.paid_minor <> ${sent}
           or c.accepted_minor <> case when c.amount_minor > ${sent} then 0 else c.amount_minor end
           or r.back <> ${sent} - c.accepted_minor
           or (c.status = 'SUCCESSFUL') <> (c.amount_minor <= ${sent}))::int as wrong
    from checkout c
   cross join lateral (
     select coalesce(sum(x.amount_minor), 0) as back from refund x where x.checkout_id = c.checkout_id and x.status = 'SUCCESSFUL') r
   group by 1 order by 1`;

/** Each order once, however often it was told. */
function toldOf(): number {
  const bodies = receiver.requests.map(
    ({ body }) => JSON.parse(body) as { type: string; data: { paymentReference: string } },
  );
  const successful = bodies.filter(({ type }) => type === 'checkout.successful');
  return new Set(successful.map(({ data }) => data.paymentReference)).size;
}
