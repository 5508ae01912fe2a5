import { afterAll, beforeAll, expect, it } from 'vitest';
import { assertBooks } from '../../support/books.js';
import { manilla } from '../../support/manilla-cli.js';
import { createNamespace, startApi, startWorker, type TestProgram } from '../../support/stack.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { ApiClient } from '../api/api-client.js';
import { ApiWorld, type OpenCheckout } from '../api/api-world.js';
import { Operator } from './operator.js';

/** Things that are open when Temporal is lost: 500 in all. */
const counts = {
  ...{ untouched: 60, awaiting: 250, partlyPaid: 60, refunds: 50, held: 30, deliveries: 50 },
};

let world: ApiWorld;
let hooks: WebhookReceiver;
const own: TestProgram[] = [];
beforeAll(async () => {
  world = await ApiWorld.start();
  hooks = await WebhookReceiver.start(() => 500);
}, 120_000);
afterAll(async () => {
  await Promise.all(own.map((each) => each.stop()));
  await world?.stop();
  await hooks?.[Symbol.asyncDispose]();
});

async function many<Result>(count: number, make: () => Promise<Result>): Promise<Result[]> {
  const made: Result[] = [];
  let left = count;
  const lanes = Array.from({ length: 8 }, async () => {
    while (left > 0) {
      left -= 1;
      made.push(await make());
    }
  });
  await Promise.all(lanes);
  return made;
}

/** Temporal's databases are gone: the programs find an empty namespace. */
async function loseTemporal(): Promise<ApiClient> {
  const { env, merchant } = world.manilla;
  await world.manilla.kill('api');
  await world.manilla.kill('worker');
  const after = { ...env, TEMPORAL_NAMESPACE: await createNamespace() };
  own.push(await startWorker(after), await startApi(after));
  const { baseUrl } = own[1] as TestProgram;
  // The simulator tells the API where it was.
  expect(baseUrl).toBe(world.manilla.baseUrl);
  return ApiClient.authenticated(baseUrl, merchant);
}

function count(sql: string, values: unknown[] = []): Promise<number> {
  return world
    .query<{ count: number }>(`select count(*)::int as count from ${sql}`, values)
    .then(([row]) => row?.count ?? 0);
}

const referencesOf = (of: readonly OpenCheckout[]) => of.map(({ reference }) => reference);

it('500 open things go on in an empty Temporal, and end as they would have', async () => {
  const untouched = await many(counts.untouched, () => world.initiated());
  const awaiting = await many(counts.awaiting, () => world.awaitingPayment());
  const partly = await many(counts.partlyPaid, () => world.partlyPaid());
  const held = await many(counts.held, heldCredit);
  const paid = await many(counts.refunds, () => world.paid());
  // The payers' banks do not answer: the refunds do not leave.
  await world.bank.misbehave({ on: 'name-enquiry', answer: 'RESET' });
  for (const { reference } of paid) {
    const { status, text } = await world.merchant.refund(reference, {
      ...{ refundReference: `RFD-${reference}`, reason: 'Sold out', amount: 500_000 },
    });
    expect(status, text).toBe(202);
  }
  // The merchant's server is down: its webhooks are tried again.
  await world.merchant.post('/api/v1/webhooks/notification-url', { url: hooks.url });
  await many(counts.deliveries, () => world.cancelled());
  await expect
    .poll(() => count(`webhook_delivery where status = 'RETRYING'`), { timeout: 30_000 })
    .toBeGreaterThanOrEqual(counts.deliveries);

  const merchant = await loseTemporal();
  hooks.answer = () => 200;
  const { DATABASE_URL, TEMPORAL_ADDRESS, MANILLA_CODEC_KEY } = world.manilla.env;
  const { TEMPORAL_NAMESPACE } = (own[0] as TestProgram).env;
  const env = { DATABASE_URL, TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE, MANILLA_CODEC_KEY };
  const rebuilt = await manilla(['rebuild-temporal'], env);
  expect(rebuilt).toMatchObject({ code: 0, stderr: '' });
  const [, seconds] = /Rebuilt in (\d+) s/.exec(rebuilt.stdout) ?? [];
  expect(Number(seconds)).toBeLessThanOrEqual(60);
  await using operator = new Operator({
    env: { ...world.manilla.env, TEMPORAL_NAMESPACE },
    merchant: world.manilla.merchant,
  });
  const running = (type: string) =>
    operator.find(`ExecutionStatus = 'Running' AND WorkflowType = '${type}'`);
  await expect
    .poll(async () => (await running('refundWorkflow')).length, { timeout: 30_000 })
    .toBe(counts.refunds);
  // The later the bank is back, the longer a refund waits before it asks again: five minutes after a minute.
  await world.bank.behaveWell();
  await expect
    .poll(async () => (await running('checkoutWorkflow')).length, { timeout: 30_000 })
    .toBe(counts.untouched + counts.awaiting + counts.partlyPaid);
  await expect
    .poll(async () => (await running('creditWorkflow')).length, { timeout: 30_000 })
    .toBe(counts.held);

  // Again: what runs is left as it is.
  expect(await manilla(['rebuild-temporal'], env)).toMatchObject({ code: 0, stderr: '' });

  const rest = partly.map(({ accountNumber, amount }) => ({
    accountNumber,
    amount: amount - 400_000,
  }));
  const due = [...awaiting, ...rest];
  await many(due.length, async () => {
    const { accountNumber, amount } = due.pop() as OpenCheckout;
    expect((await merchant.pay({ accountNumber, amount })).status).toBe(200);
  });
  for (const { reference } of untouched) {
    expect((await merchant.cancel(reference)).data).toMatchObject({ status: 'CANCELLED' });
  }
  for (const creditId of held) {
    await operator.client.workflow.getHandle(`credit/${creditId}`).executeUpdate('decide', {
      args: [{ decision: 'return', operator: 'ngozi', reason: 'stray' }],
    });
  }
  const successful = referencesOf([...awaiting, ...partly]);
  await expect
    .poll(
      () =>
        count(`checkout where status = 'SUCCESSFUL' and payment_reference = any ($1)`, [
          successful,
        ]),
      { timeout: 60_000 },
    )
    .toBe(counts.awaiting + counts.partlyPaid);
  await expect
    .poll(() => count(`refund where status = 'SUCCESSFUL'`), { timeout: 330_000, interval: 1_000 })
    .toBe(counts.refunds + counts.held);
  // What was tried is tried on: each attempt has a number of its own.
  await expect
    .poll(() => count(`webhook_delivery where status = 'RETRYING'`), {
      ...{ timeout: 120_000, interval: 1_000 },
    })
    .toBe(0);
  expect(
    await count(
      `webhook_delivery d where d.status = 'DELIVERED' and d.attempts >= 2
          and d.attempts = (select count(*) from webhook_attempt a where a.delivery_id = d.delivery_id)`,
    ),
  ).toBeGreaterThanOrEqual(counts.deliveries);
  await assertBooks({ query: (sql: string) => world.manilla.database.query(sql) } as never);
}, 700_000);

/** To a number of nobody: it waits for a day, or for an operator. */
async function heldCredit(): Promise<string> {
  const { sessionId } = await world.bank.payInward({
    accountNumber: `999${String(Math.random()).slice(2, 9)}`,
    amount: 770_000,
    askName: false,
    source: { accountName: 'TUNDE BAKARE', accountNumber: '0123454455', bankCode: '999998' },
  } as never);
  const [row] = await world.query<{ credit_id: string }>(
    'select credit_id from inward_credit where session_id = $1',
    [sessionId],
  );
  return row?.credit_id ?? '';
}
