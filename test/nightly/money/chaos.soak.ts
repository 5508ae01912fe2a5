import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { withClient } from '../../../scripts/stack/postgres.ts';
import { refundWorkflowId } from '../../../src/domain/ids.js';
import { assertBooks } from '../../support/books.js';
import { caseRandom, Random, soakNumber } from '../../support/soak-random.js';
import { fastForward } from '../../support/time.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { ChaosOrders } from './chaos-orders.js';
import { ChaosStack, type Victim, victims } from './chaos-stack.js';
import { standingOf } from './chaos-standing.js';
import { drained } from './draining.js';
import { together, until } from './soak-world.js';

const wanted = soakNumber('CHAOS_N', 200);
const seed = soakNumber('SEED', Date.now() % 1_000_000);
const again = `again: npm run soak -- --chaos --n ${wanted} --seed ${seed}`;
const limitMs = 600_000 + wanted * 1_000;

let chaos: ChaosStack;
let receiver: WebhookReceiver;
const heard = new Set<string>();
beforeAll(async () => {
  console.log(again);
  const random = new Random(seed);
  chaos = await ChaosStack.start();
  receiver = await WebhookReceiver.start(({ headers }) => {
    if (random.chance(0.1)) return 500;
    heard.add(String(headers['webhook-id']));
    return 200;
  });
}, 300_000);
afterAll(async () => {
  await receiver?.[Symbol.asyncDispose]();
  await chaos?.[Symbol.asyncDispose]();
}, 60_000);

const query = async <Row extends Record<string, unknown>>(
  sql: string | { readonly text: string },
): Promise<Row[]> =>
  withClient(
    chaos.stack.databaseUrl('manilla'),
    async (client) => (await client.query<Row>(sql)).rows,
  );

/** Counts by the column `is`. */
const counts = async (sql: string): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await query<{ is: string; count: number }>(sql)).map(({ is, count }) => [is, count]),
  );

/** Kills each program once, and then whichever it draws, every 5 to 15 seconds while there are orders. */
async function killWhile(isGoingOn: () => boolean): Promise<void> {
  const random = new Random(seed + 1);
  const first = [...victims].toSorted(() => random.next() - 0.5);
  await sleep(1_000);
  for (let next: Victim | undefined = first.pop(); next !== undefined;) {
    await chaos.kill(next);
    await sleep(random.int(5_000, 15_000));
    next = first.pop() ?? (isGoingOn() ? random.pick(victims) : undefined);
  }
}

test(
  `${wanted} orders are lost and doubled by no kill of any program`,
  async () => {
    onTestFailed(() => chaos.keep());
    const orders = await ChaosOrders.open(chaos.stack, receiver.url);
    const startedAt = performance.now();
    let isGoingOn = true;
    const killing = killWhile(() => isGoingOn);
    const numbers = Array.from({ length: wanted }, (_, n) => n);
    await together(numbers, 20, (n) => orders.play(n, caseRandom(seed, n))).finally(
      () => (isGoingOn = false),
    );
    await killing;
    await until(
      () => Promise.resolve(chaos.isWhole || chaos.gaveUp !== undefined),
      (isOver) => isOver,
      { what: 'every program is back' },
    );
    expect(chaos.gaveUp).toBeUndefined();
    const playedMs = performance.now() - startedAt;
    const { orders: paid, transfers, refunds } = orders.expected;

    const client = chaos.temporalClient();
    const find = async (filter: string): Promise<string[]> => {
      const found: string[] = [];
      for await (const { workflowId } of client.workflow.list({ query: filter })) {
        found.push(workflowId);
      }
      return found;
    };

    // 0 lost: every order has its right end, every refund has arrived.
    const standing = (): Promise<object> => standingOf(query, client);
    const paidMs = await drained(
      async () => {
        const found = await counts('select status as is, count(*)::int from checkout group by 1');
        return paid - (found['SUCCESSFUL'] ?? 0);
      },
      { what: 'orders that are not paid yet', standing },
    );
    const refundedMs = await drained(
      async () => {
        const stuck = await query<{ refund_id: string }>(
          `select refund_id from refund where status not in ('SUCCESSFUL', 'FAILED') and updated_at < now() - interval '15 seconds' limit 200`,
        );
        // What became of a sending whose worker was killed is asked for an hour before it is sent again.
        await together(stuck, 8, ({ refund_id: id }) =>
          fastForward(client, refundWorkflowId(id), 3_600_000).catch(() => undefined),
        );
        const found = await counts('select status as is, count(*)::int from refund group by 1');
        return refunds - (found['SUCCESSFUL'] ?? 0);
      },
      { what: 'refunds that have not arrived yet', everyMs: 2_000, standing },
    );

    // Nothing asks for a person once all is well.
    const clearMs = await drained(
      async () => (await find('CheckoutPhase = "NEEDS_ATTENTION"')).length,
      // A sweep that failed is forgotten twenty minutes later.
      {
        ...{ what: 'workflows that need attention', everyMs: 2_000, standing },
        stillAfterMs: 25 * 60_000,
      },
    );
    expect(await query(`select kind, subject from finding where action = 'ATTENTION'`)).toEqual([]);

    // Each event is delivered, or a workflow of its own waits to deliver it.
    const byDelivery = 'select status as is, count(*)::int from webhook_delivery group by 1';
    await drained(
      async () => {
        const { PENDING = 0, DELIVERING = 0 } = await counts(byDelivery);
        return PENDING + DELIVERING;
      },
      { what: 'events that are not on their way yet', standing },
    );
    const deliveries = await counts(byDelivery);
    expect(deliveries).not.toHaveProperty('DEAD');
    const waiting = new Set(
      await find('TemporalNamespaceDivision = "webhooks" and ExecutionStatus = "Running"'),
    );
    const retrying = await query<{ delivery_id: string }>(
      `select delivery_id from webhook_delivery where status = 'RETRYING'`,
    );
    expect(retrying.filter(({ delivery_id: id }) => !waiting.has(`webhook/${id}`))).toEqual([]);
    const told = await query<{ event_id: string }>(
      `select event_id from webhook_delivery where status = 'DELIVERED'`,
    );
    expect(told.filter(({ event_id: id }) => !heard.has(id))).toEqual([]);

    // 0 doubled.
    const [doubled] = await query(`
      select (select count(*)::int from inward_credit) as credits,
             (select count(*)::int from event where type = 'checkout.successful') as paid,
             (select count(*)::int from event where type = 'refund.successful') as refunded,
             (select count(*)::int from outward_transfer where status = 'SUCCESSFUL') as sent`);
    expect(doubled).toEqual({ credits: transfers, paid, refunded: refunds, sent: refunds });
    await assertBooks({ query });
    const { balance } = (await (
      await fetch(`${chaos.stack.urls.simulator}/control/statement`)
    ).json()) as { balance: number };
    const [booked] = await query<{ kobo: number }>(
      `select coalesce(sum(balance_minor), 0)::float8 as kobo from ledger_account where code in ('1100', '1110', '1400')`,
    );
    expect(booked?.kobo).toBe(balance);

    await client.connection.close();
    report(
      { playedMs, paidMs, refundedMs, clearMs },
      { orders: paid, transfers, refunds },
      deliveries,
    );
  },
  limitMs,
);

type Times = Readonly<Record<'playedMs' | 'paidMs' | 'refundedMs' | 'clearMs', number>>;

function report(times: Times, played: object, deliveries: object): void {
  const { playedMs, paidMs, refundedMs, clearMs } = times;
  const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
  const lines = victims.map((victim) => {
    const times = chaos.backMs[victim].toSorted((one, other) => one - other);
    const median = times[Math.floor(times.length / 2)] ?? 0;
    return `  ${victim}: killed ${times.length} times, back after ${seconds(median)} (median), ${seconds(times.at(-1) ?? 0)} at most`;
  });
  console.log(
    [
      `chaos of ${seconds(playedMs)}: ${JSON.stringify(played)}, deliveries ${JSON.stringify(deliveries)}`,
      `  after the last kill: the last order paid after ${seconds(paidMs)}, the last refund ${seconds(refundedMs)} later, no attention ${seconds(clearMs)} later`,
      ...lines,
      again,
    ].join('\n'),
  );
}
