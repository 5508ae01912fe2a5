import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertBooks } from '../../support/books.js';
import { manilla, manillaProgram } from '../../support/manilla-cli.js';
import { createNamespace, startApi, startWorker, type TestProgram } from '../../support/stack.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { ApiClient } from '../../support/api-client.js';
import { ApiWorld, type OpenCheckout } from '../../support/api-world.js';
import { Operator } from '../../support/temporal-operator.js';

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
  const clients = Array.from({ length: 8 }, async () => {
    while (left > 0) {
      left -= 1;
      made.push(await make());
    }
  });
  await Promise.all(clients);
  return made;
}

/** Temporal's databases are gone: the programs find an empty namespace. */
async function loseTemporal(): Promise<ApiClient> {
  const { env, merchant } = world.manilla;
  await world.manilla.kill('api');
  await world.manilla.kill('worker');
  const after = {
    ...{ ...env, TEMPORAL_NAMESPACE: await createNamespace() },
    MANILLA_SETTLE_DAILY: 'on',
  };
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

  await lastSettled(4);
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

  // Each day since then has had its run, and the one that was interrupted has come to its end.
  await expect.poll(unsettledDays, { timeout: 60_000, interval: 500 }).toEqual([]);

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
  await assertBooks(world.manilla.database);
}, 700_000);

/** The daily settlement ran so many days ago the last time, and the day before it was interrupted. */
async function lastSettled(daysAgo: number): Promise<void> {
  await world.query(
    `insert into settlement_run (cycle, cut_off, finished_at)
       select 'DAILY', ((now() at time zone 'Africa/Lagos')::date - $1::int - d)::timestamp at time zone 'Africa/Lagos',
              case d when 0 then now() end
         from generate_series(0, 1) d`,
    [daysAgo],
  );
}

/** Days since the first run whose 06:00 is over and of which no run has come to its end. */
function unsettledDays(): Promise<Record<string, unknown>[]> {
  return world.query(
    `select d::date::text as day
       from generate_series((select min(cut_off) at time zone 'Africa/Lagos' from settlement_run where cycle = 'DAILY'),
              now() at time zone 'Africa/Lagos' - interval '6 hours', interval '1 day') d
      where not exists (select from settlement_run r where r.cycle = 'DAILY' and r.finished_at is not null
                           and r.cut_off = d at time zone 'Africa/Lagos')`,
  );
}

/** To a number of nobody: it waits for a day, or for an operator. */
async function heldCredit(): Promise<string> {
  const { sessionId } = await world.bank.payInward({
    accountNumber: `999${String(randomInt(10 ** 7)).padStart(7, '0')}`,
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

describe('the command', () => {
  const given = () => {
    const { DATABASE_URL, TEMPORAL_ADDRESS, MANILLA_CODEC_KEY, TEMPORAL_NAMESPACE } =
      world.manilla.env;
    return { DATABASE_URL, TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE, MANILLA_CODEC_KEY };
  };

  it('says what it would do, and changes nothing', async () => {
    const before = await world.query('select * from fact order by fact_id');
    const namespace = `test-none-${process.pid}`;
    // The program itself: it says some of it on the way.
    const shown = await manillaProgram(['rebuild-temporal', '--dry-run'], {
      ...given(),
      TEMPORAL_NAMESPACE: namespace,
    });
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    expect(shown.stdout).toMatch(/^The namespace, or a search attribute of it, would be made\.\n/);
    expect(shown.stdout).toMatch(/\nNothing was changed\.\n$/);
    expect(await world.query('select * from fact order by fact_id')).toEqual(before);
    const again = await manillaProgram(['rebuild-temporal', '--dry-run'], given());
    expect(again.stdout).toMatch(/\n\d+ workflows would be ended whose subjects are over\.\n/);
  }, 60_000);

  it('says in a sentence what is not as it must be', async () => {
    const away = { ...given(), TEMPORAL_ADDRESS: '127.0.0.1:1' };
    expect(await manilla(['rebuild-temporal'], away)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Temporal at 127\.0\.0\.1:1 says no: .+\n$/) as string,
    });
    const noDatabase = { ...given(), DATABASE_URL: 'postgres://manilla:x@127.0.0.1:1/manilla' };
    expect(await manilla(['rebuild-temporal'], noDatabase)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The database says no: .*ECONNREFUSED.*\n$/) as string,
    });
    expect(await manilla(['rebuild-temporal', '--fast'], given())).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`Unknown option '--fast'`) as string,
    });
    expect(await manilla(['rebuild-temporal', '--per-second', '0'], given())).toMatchObject({
      code: 2,
      stderr: '--per-second must be a whole number from 1 to 10000.\n',
    });
  }, 90_000);
});
