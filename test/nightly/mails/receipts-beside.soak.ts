import { loadavg } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiWorld } from '../../support/api-world.js';
import { MailProcess } from '../../support/mail-process.js';
import { soakNumber } from '../../support/soak-random.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { type Latencies, ReceiptOrders } from './receipt-orders.js';

/** Orders of a round. */
const wanted = soakNumber('RECEIPTS_BESIDE_N', 40);
const rounds = 3;
const atOnce = 4;

let world: ApiWorld;
let mail: MailProcess;
let receiver: WebhookReceiver;
let orders: ReceiptOrders;
beforeAll(async () => {
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

async function round(prefix: string): Promise<Latencies> {
  await orders.pay(prefix, wanted, atOnce);
  const told = async () => (await orders.latencies(prefix)).orders;
  await expect.poll(told, { timeout: 120_000 }).toBe(wanted);
  const latencies = await orders.latencies(prefix);
  console.log(JSON.stringify({ round: prefix, ...latencies, load: loadavg()[0]?.toFixed(1) }));
  return latencies;
}
async function allAreSent(tellingRounds: number): Promise<void> {
  const sent = () => world.query(`select message_id from message where status = 'ACCEPTED'`);
  // On a machine that is busy each receipt waits for two minutes first.
  await expect.poll(sent, { timeout: 300_000 }).toHaveLength(wanted * tellingRounds);
}

test(
  'no payment waits for its receipt, and none for a mail server that hangs',
  { timeout: 2_400_000 },
  async () => {
    // The first orders warm the programs up.
    await round('WARM');
    await allAreSent(1);
    const silent: Latencies[] = [];
    for (let at = 1; at <= rounds; at += 1) {
      await orders.tell(false);
      silent.push(await round(`SILENT${at}`));
      await orders.tell(true);
      await round(`TOLD${at}`);
      await allAreSent(at + 1);
    }
    mail.freeze();
    const hanging: Latencies[] = [];
    for (let at = 1; at <= rounds; at += 1) hanging.push(await round(`HANGS${at}`));
    mail.thaw();
    expect(mail.taken).toHaveLength(wanted * (rounds + 1));
    // Whoever waits for a mail server that hangs waits for ten seconds at least.
    const slowest = (all: readonly Latencies[]) => Math.max(...all.map(({ p99 }) => p99));
    expect(slowest(hanging)).toBeLessThan(Math.max(9_000, 5 * slowest(silent)));
  },
);
