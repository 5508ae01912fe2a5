import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MailProcess } from '../../support/mail-process.js';
import { Random, soakNumber } from '../../support/soak-random.js';
import { ApiWorld } from '../../support/api-world.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { type Latencies, ReceiptOrders } from './receipt-orders.js';

/** `npm run soak -- --receipts` plays 2,000, after 500 whose payers are told nothing. */
const wanted = soakNumber('RECEIPTS_N', 200);
const seed = soakNumber('SEED', Date.now() % 1_000_000);
// What a worker had claimed when it was killed is claimed again three minutes later.
const limitMs = 900_000 + wanted * 500;

let world: ApiWorld;
let mail: MailProcess;
let receiver: WebhookReceiver;
let orders: ReceiptOrders;
beforeAll(async () => {
  console.log(`again: npm run soak -- --receipts --n ${wanted} --seed ${seed}`);
  [mail, receiver] = await Promise.all([MailProcess.start(), WebhookReceiver.start()]);
  world = await ApiWorld.start({
    MANILLA_SMTP_URL: mail.url,
    MANILLA_MAIL_FROM: 'Shop <pay@manilla.example.ng>',
    MANILLA_LOOPBACK_WEBHOOKS: 'on',
  } as object);
  await world.merchant.post('/api/v1/webhooks/notification-url', { url: receiver.url });
  orders = new ReceiptOrders(world);
}, 300_000);
afterAll(async () => {
  await world?.stop();
  await receiver?.[Symbol.asyncDispose]();
  await mail?.[Symbol.asyncDispose]();
}, 60_000);

/** Kills the worker or the mail server, and starts it again after a while. */
async function killWhile(isGoingOn: () => boolean): Promise<Record<string, number>> {
  const random = new Random(seed + 1);
  const kills = { worker: 0, mail: 0 };
  while (isGoingOn()) {
    // A sender that fails is left alone for 15 seconds and more: between two kills it must have time to send.
    await sleep(random.int(2_000, 15_000));
    // A worker takes seconds to come back.
    const victim = random.pick(['worker', 'mail', 'mail', 'mail'] as const);
    kills[victim] += 1;
    if (victim === 'worker') {
      await world.manilla.kill('worker');
      await sleep(random.int(0, 1_000));
      await world.manilla.restart('worker');
    } else {
      mail.kill();
      await sleep(random.int(200, 2_000));
      await mail.run();
    }
  }
  return kills;
}

/** Pays orders while programs are killed, until enough is done besides; answers what payments took meanwhile. */
async function payWhileKilled(
  prefix: string,
  many: number,
  isEnough: () => Promise<boolean>,
): Promise<void> {
  let isGoingOn = true;
  const killing = killWhile(() => isGoingOn);
  const told = async () => (await orders.latencies(prefix)).orders;
  try {
    await orders.pay(prefix, many, 10);
    await expect.poll(told, { timeout: limitMs / 3, interval: 1_000 }).toBe(many);
    await expect.poll(isEnough, { timeout: limitMs, interval: 1_000 }).toBe(true);
  } finally {
    isGoingOn = false;
  }
  const kills = await killing;
  const latencies: Latencies = await orders.latencies(prefix);
  console.log(JSON.stringify({ prefix, kills, ...latencies, load: loadavg()[0]?.toFixed(1) }));
}

/** How many receipts the mail server has not taken yet. */
async function waiting(): Promise<number> {
  // A refused connection is tried again half a minute later, then later and later.
  await world.query(
    `update message set due_at = now() where status = 'PENDING' and attempts > 0 and due_at > now()`,
  );
  const [row] = await world.query<{ waiting: number }>(
    `select ($1 - count(*) filter (where status = 'ACCEPTED'))::int as waiting from message where kind = 'RECEIPT'`,
    [wanted],
  );
  return row?.waiting ?? wanted;
}

interface ReceiptRow extends Record<string, unknown> {
  readonly status: string;
  readonly attempts: number;
  readonly to: string;
  readonly id: string;
}

test(
  `each of ${wanted} payers gets one receipt while worker and mail server are killed`,
  { timeout: 3 * limitMs },
  async () => {
    await orders.tell(false);
    await payWhileKilled(`QUIET${seed}`, Math.ceil(wanted / 4), () => Promise.resolve(true));
    expect(await world.query('select from message')).toEqual([]);
    await orders.tell(true);
    const areMostSent = async () => (await waiting()) <= wanted / 10;
    await payWhileKilled(`RCPT${seed}`, wanted, areMostSent);
    await expect.poll(waiting, { timeout: limitMs / 2, interval: 1_000 }).toBe(0);

    const rows = await world.query<ReceiptRow>(
      `select m.status, m.attempts, c.customer ->> 'email' as "to", '<' || m.message_id || '@manilla.example.ng>' as id
         from message m join checkout c on c.checkout_id = m.cause`,
    );
    const copies = Map.groupBy(mail.taken, ({ to }) => to);
    const doubled = rows.filter(({ to }) => (copies.get(to) ?? []).length > 1);
    console.log(
      JSON.stringify({ receipts: rows.length, mails: mail.taken.length, doubled: doubled.length }),
    );
    expect(rows).toHaveLength(wanted);
    expect(new Set(rows.map(({ to }) => to)).size).toBe(wanted);
    expect(new Set(copies.keys())).toEqual(new Set(rows.map(({ to }) => to)));
    for (const { to, id, attempts } of rows) {
      const taken = copies.get(to) ?? [];
      // Each is the same mail, and each copy is an attempt whose answer was lost.
      expect(new Set(taken.map((one) => one.id)), to).toEqual(new Set([id]));
      expect(taken.length, to).toBeLessThanOrEqual(attempts);
    }
  },
);
