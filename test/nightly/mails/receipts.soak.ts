import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MailProcess } from '../../support/mail-process.js';
import { Random, soakNumber } from '../../support/soak-random.js';
import { type ApiReply, order } from '../../support/api-client.js';
import { ApiWorld, mintSessionId } from '../../support/api-world.js';
import { together } from '../money/soak-world.js';

/** `npm run soak -- --receipts` plays 2,000. */
const wanted = soakNumber('RECEIPTS_N', 200);
const seed = soakNumber('SEED', Date.now() % 1_000_000);
// What a worker had claimed when it was killed is claimed again three minutes later.
const limitMs = 900_000 + wanted * 500;

let world: ApiWorld;
let mail: MailProcess;
beforeAll(async () => {
  console.log(`again: npm run soak -- --receipts --n ${wanted} --seed ${seed}`);
  mail = await MailProcess.start();
  world = await ApiWorld.start({
    MANILLA_SMTP_URL: mail.url,
    MANILLA_MAIL_FROM: 'Shop <pay@manilla.example.ng>',
  } as object);
}, 300_000);
afterAll(async () => {
  await world?.stop();
  await mail?.[Symbol.asyncDispose]();
}, 60_000);

/** What a merchant's own program does: the same request again until there is an answer. */
async function insisting(call: () => Promise<ApiReply>): Promise<ApiReply> {
  for (;;) {
    const reply = await call().catch(() => undefined);
    if (reply !== undefined && reply.status < 500 && reply.status !== 429) return reply;
    await sleep(200);
  }
}

async function payOne(n: number): Promise<void> {
  const { merchant, prefix } = world;
  const paymentReference = `RCPT-${seed}-${n}`;
  const body = order({ paymentReference, email: `payer-${n}@example.ng` });
  await insisting(() => merchant.initiate(body));
  const account = { paymentReference, prefix, validity: 30, amount: 1_000_000 };
  const { data } = await insisting(() => merchant.createAccount(account));
  const accountNumber = String(data.accountNumber);
  const sessionId = mintSessionId();
  await insisting(() =>
    merchant.pay({ accountNumber, amount: 1_000_000, sessionId, nameEnquiry: false }),
  );
}

/** Kills the worker or the mail server, and starts it again after a while. */
async function killWhile(isGoingOn: () => boolean): Promise<Record<string, number>> {
  const random = new Random(seed + 1);
  const kills = { worker: 0, mail: 0 };
  while (isGoingOn()) {
    await sleep(random.int(2_000, 8_000));
    const victim = random.pick(['worker', 'mail', 'mail'] as const);
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

test(
  `each of ${wanted} payers gets one receipt while worker and mail server are killed`,
  async () => {
    let isGoingOn = true;
    const killing = killWhile(() => isGoingOn);
    await together(
      Array.from({ length: wanted }, (_, n) => n),
      10,
      payOne,
    ).finally(() => (isGoingOn = false));
    const kills = await killing;
    const waiting = async (): Promise<number> => {
      // A refused connection is tried again half a minute later, then later and later.
      await world.query(
        `update message set due_at = now() where status = 'PENDING' and attempts > 0`,
      );
      const [row] = await world.query<{ waiting: number }>(
        `select ($1 - count(*) filter (where status = 'ACCEPTED'))::int as waiting from message where kind = 'RECEIPT'`,
        [wanted],
      );
      return row?.waiting ?? wanted;
    };
    await expect.poll(waiting, { timeout: limitMs - 60_000, interval: 1_000 }).toBe(0);

    const byReader = new Map<string, string[]>();
    for (const { id, to } of mail.taken) byReader.set(to, [...(byReader.get(to) ?? []), id]);
    const readers = [...byReader].filter(([to]) => to.startsWith('payer-'));
    const again = readers.reduce((sum, [, ids]) => sum + ids.length - 1, 0);
    console.log(JSON.stringify({ orders: wanted, kills, receipts: readers.length, again }));
    expect(readers).toHaveLength(wanted);
    expect(readers.filter(([, ids]) => new Set(ids).size !== 1)).toEqual([]);
    const ids = readers.map(([, [id]]) => id);
    expect(new Set(ids).size).toBe(wanted);
    // A mail comes twice only where a kill has taken its answer: of each kill at most those that were under way.
    expect(again).toBeLessThanOrEqual((kills['worker'] ?? 0) * 5 + (kills['mail'] ?? 0) * 5);
  },
  limitMs,
);
