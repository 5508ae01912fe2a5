import type pg from 'pg';
import { accountNumber } from '../../src/domain/nuban.ts';
import { ownerDatabaseUrl } from '../running/owner-database.ts';
import { findRunningStack } from '../running/running-stack.ts';
import { withClient } from '../stack/postgres.ts';
import type { Check } from './check.ts';
import { bench, costOf, type CheckoutOptions } from './checkouts.ts';
import { ending, latencies, percentiles, round, row } from './figures.ts';

/** So many are open when it is measured first. */
const few = 1_000;
/** Rows of one statement. */
const chunk = 20_000;
const mark = 'crowd';

/** CPU-ms of all parts, and the medians of the calls in milliseconds, among so many open checkouts. */
export interface CrowdSample {
  readonly cpuMsPerCheckout: number;
  readonly cpuMsPerQuery: number;
  readonly initiate: number;
  readonly createAccount: number;
  readonly creditAck: number;
  readonly query: number;
}

/** The last line of `--crowd`, as JSON. */
export interface CrowdFigures {
  readonly checkouts: number;
  readonly clients: number;
  readonly open: number;
  readonly amongFew: CrowdSample;
  readonly amongMany: CrowdSample;
  /** The second sample divided by the first. */
  readonly ratio: CrowdSample;
  readonly check: Check;
}

/** The same checkouts are measured among a thousand open ones and among `open`: of the same merchant, with the same prefix. */
export async function benchCrowd(options: CheckoutOptions, open: number) {
  const stack = await findRunningStack();
  const { merchantId, prefix } = stack.sandbox;
  return withClient(ownerDatabaseUrl(stack), async (client) => {
    const crowd = { client, merchantId, prefix };
    try {
      return await bench(options, async (driver, processes) => {
        const { checkouts, clients } = options;
        const references: string[] = [];
        const measure = async (count: number): Promise<CrowdSample> => {
          await fillUp(crowd, count);
          console.log(`measuring ${checkouts} checkouts among ${count} open ones ...`);
          const paid = await costOf(processes, checkouts, () => driver.run(checkouts, clients));
          const asked = await costOf(processes, checkouts, () =>
            driver.query(paid.result.references, clients),
          );
          references.push(...paid.result.references);
          const { initiate, createAccount, creditAck } = latencies(paid.result.times);
          return {
            cpuMsPerCheckout: paid.half.cpuMsPerCheckout.total,
            cpuMsPerQuery: asked.half.cpuMsPerCheckout.total,
            initiate: initiate.p50,
            createAccount: createAccount.p50,
            creditAck: creditAck.p50,
            query: percentiles(asked.result).p50,
          };
        };
        const amongFew = await measure(few);
        const amongMany = await measure(open);
        const ratio = ratioOf(amongMany, amongFew);
        return { figures: { checkouts, clients, open, amongFew, amongMany, ratio }, references };
      });
    } finally {
      await clear(client);
    }
  });
}

export function ratioOf(after: CrowdSample, before: CrowdSample): CrowdSample {
  const names = Object.keys(before) as (keyof CrowdSample)[];
  return Object.fromEntries(
    names.map((name) => [name, round(after[name] / before[name])]),
  ) as Record<keyof CrowdSample, number>;
}

export function describeCrowd({ open, amongFew, amongMany, ratio, check }: CrowdFigures): string {
  const labels: Record<keyof CrowdSample, string> = {
    cpuMsPerCheckout: 'CPU-ms a checkout',
    cpuMsPerQuery: 'CPU-ms a query',
    initiate: 'initiate p50 ms',
    createAccount: 'create-account p50',
    creditAck: 'bank hook p50 ms',
    query: 'query p50 ms',
  };
  const lines = (Object.keys(labels) as (keyof CrowdSample)[]).map((name) =>
    row([labels[name], ...[amongFew, amongMany, ratio].map((each) => each[name].toFixed(2))]),
  );
  const head = row(['', `among ${few}`, `among ${open}`, 'ratio']);
  return [head, ...lines, '', ending(check)].join('\n');
}

interface Crowd {
  readonly client: pg.Client;
  readonly merchantId: string;
  readonly prefix: string;
}

/** Makes open checkouts whose payers never come, with accounts that no bank gives out: the check digit is wrong. */
async function fillUp({ client, merchantId, prefix }: Crowd, wanted: number): Promise<void> {
  const { rows } = await client.query<{ bank_code: string; there: string }>(
    `select bank_code, (select count(*) from checkout c where c.merchant_id = $2 and c.origin = 'CHECKOUT'
                         and c.payment_reference like '${mark}-%') as there
       from number_prefix where prefix = $1`,
    [prefix, merchantId],
  );
  const [bank = { bank_code: '', there: '0' }] = rows;
  for (let from = Number(bank.there); from < wanted; from += chunk) {
    const numbers = Array.from({ length: Math.min(chunk, wanted - from) }, (_, index) => {
      const right = accountNumber(prefix, from + index, bank.bank_code);
      return right.slice(0, 9) + String((Number(right.slice(9)) + 1) % 10);
    });
    await client.query(openCheckouts, [merchantId, prefix, numbers]);
  }
  await client.query('vacuum analyze checkout, virtual_account, fact');
}

/** Makes open checkouts as the engine leaves them once their workflow has been told. */
const openCheckouts = `
  with made as materialized (
    select number, new_id('chk_') as checkout_id, new_id('va_') as virtual_account_id, now() + interval '8 hours' as ends_at
      from unnest($3::text[]) number
  ), opened as (
    insert into checkout (checkout_id, merchant_id, payment_reference, request_hash, status, amount_minor, expected_minor,
                          fee_minor, vat_minor, fee_bearer, channels, customer, expires_at)
      select checkout_id, $1, '${mark}-' || number, '\\x00', 'AWAITING_PAYMENT', 1000000, 1000000, 0, 0, 'MERCHANT', '{Bank}',
             '{"email":"ada@example.ng"}', ends_at from made
  ), given as (
    insert into virtual_account (virtual_account_id, account_number, generation, prefix, checkout_id, merchant_id, account_name,
                                 amount_minor, validity_minutes, created_at, expires_at)
      select virtual_account_id, number, 1 + (select coalesce(max(v.generation), 0) from virtual_account v), $2, checkout_id, $1,
             'SHOP-ADA OBI', 1000000, 480, now(), ends_at from made
  )
  insert into fact (checkout_id, kind, deadline, due_at)
    select checkout_id, kind, ends_at, ends_at + interval '1 minute'
      from made cross join unnest('{INITIATED,ACCOUNT_ISSUED}'::text[]) kind`;

async function clear(client: pg.Client): Promise<void> {
  console.log('taking the crowd away ...');
  const theirs = `in (select checkout_id from checkout where payment_reference like '${mark}-%')`;
  for (const table of ['fact', 'virtual_account', 'checkout_mark', 'checkout']) {
    await client.query(`delete from ${table} where checkout_id ${theirs}`);
  }
}
