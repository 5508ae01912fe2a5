import { signatureHeaders } from '../../src/notify/delivery/signer.ts';
import { withClient } from '../stack/postgres.ts';
import type { Driver } from './driver.ts';
import type { SunkWebhook } from './webhook-sink.ts';

/** The result of checking the run: a fast engine that loses a payment is of no use. */
export interface Check {
  readonly ok: boolean;
  /** Checkouts that the API calls SUCCESSFUL. */
  readonly paid: number;
  /** Events that did not come exactly once, or in the wrong order. */
  readonly webhookFaults: number;
  readonly badSignatures: number;
  /** Deliveries of this run that are not DELIVERED. */
  readonly openDeliveries: number;
  /** Journals that these checkouts have too many or too few; one each is right. */
  readonly journalFaults: number;
  /** The faults that the view `books_proof` finds. */
  readonly ledgerFaults: number;
}

export interface CheckInput {
  readonly driver: Driver;
  readonly databaseUrl: string;
  readonly references: readonly string[];
  readonly webhooks: readonly SunkWebhook[];
  readonly events: readonly string[];
  readonly key: Buffer;
}

export async function checkRun(input: CheckInput): Promise<Check> {
  const paid = await countPaid(input.driver, input.references);
  const books = await readBooks(input.databaseUrl, input.references);
  const webhookFaults = countWebhookFaults(input);
  const badSignatures = input.webhooks.filter((webhook) => !isSigned(webhook, input.key)).length;
  const faults = [webhookFaults, badSignatures, ...Object.values(books)];
  const ok = paid === input.references.length && faults.every((count) => count === 0);
  return { ok, paid, webhookFaults, badSignatures, ...books };
}

async function countPaid(driver: Driver, references: readonly string[]): Promise<number> {
  let paid = 0;
  const left = [...references];
  const ask = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      if ((await driver.statusOf(next)) === 'SUCCESSFUL') paid += 1;
    }
  };
  await Promise.all(Array.from({ length: 8 }, ask));
  return paid;
}

async function readBooks(databaseUrl: string, references: readonly string[]) {
  const ours = `select checkout_id from checkout where payment_reference = any ($1)`;
  return withClient(databaseUrl, async (client) => {
    const count = async (sql: string, values: unknown[] = []): Promise<number> =>
      Number((await client.query<{ count: string }>(sql, values)).rows[0]?.count ?? Number.NaN);
    return {
      openDeliveries: await count(
        `select count(*) from webhook_delivery d join event e using (event_id)
          where d.status <> 'DELIVERED' and e.checkout_id in (${ours})`,
        [references],
      ),
      journalFaults: await count(
        `select count(*) from (${ours}) c
          where (select count(*) from inward_credit k join journal j on j.source_id = k.credit_id
                  where k.checkout_id = c.checkout_id) <> 1`,
        [references],
      ),
      ledgerFaults: await count('select sum(faults) as count from books_proof'),
    };
  });
}

function countWebhookFaults({ references, webhooks, events }: CheckInput): number {
  const seen = new Map<string, string[]>();
  for (const { paymentReference, type } of webhooks) {
    seen.set(paymentReference, [...(seen.get(paymentReference) ?? []), type]);
  }
  const expected = events.join();
  return references.filter((reference) => (seen.get(reference) ?? []).join() !== expected).length;
}

function isSigned({ head, body }: SunkWebhook, key: Buffer): boolean {
  const header = (name: string): string =>
    new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? '';
  const expected = signatureHeaders(key, {
    id: header('webhook-id'),
    timestamp: Number(header('webhook-timestamp')),
    body: Buffer.from(body, 'latin1').toString('utf8'),
  });
  return Object.entries(expected).every(([name, value]) => header(name) === value);
}
