import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection, ScheduleOverlapPolicy } from '@temporalio/client';
import type pg from 'pg';
import { Pool } from 'undici';
import { SimulatorControl } from '../../src/providers/simulator/control-client.ts';
import type { RunningStack } from '../running/running-stack.ts';
import { ownerDatabaseUrl } from '../running/owner-database.ts';
import { Problem } from '../stack/problem.ts';
import { withClient } from '../stack/postgres.ts';
import type { Sandbox } from '../stack/sandbox.ts';
import { percentiles, round, type Percentiles } from './figures.ts';
import { type Part, parts, StackProcesses } from '../running/processes.ts';
import { seedEntries, seedMerchants } from './settlement-seed.ts';

export interface SettlementOptions {
  readonly merchants: number;
  /** Balance transactions of all of them together. */
  readonly entries: number;
  /** An earlier run seeded them, and did not settle them. */
  readonly isSeeded: boolean;
}

/** The last line of `npm run bench -- --settlement`, as JSON. Seconds, megabytes, milliseconds, events. */
export interface SettlementFigures extends SettlementOptions {
  readonly freezeSeconds: number;
  readonly paidSeconds: number;
  readonly settlements: Readonly<Record<string, number>>;
  /** The most there was during the run. */
  readonly memoryMb: Readonly<Record<Part, number>>;
  /** The events of a run, or of one of its slices. */
  readonly longestRunEvents: number;
  readonly longestPayoutEvents: number;
  readonly api: Readonly<Record<'before' | 'during', Readonly<Record<Call, Percentiles>>>>;
  readonly ledgerFaults: number;
  /** No history above 10,000 events, the API's p99 not more than twice its value before, books in order. */
  readonly ok: boolean;
}

const calls = ['initiate', 'query'] as const;
type Call = (typeof calls)[number];
type Times = Record<Call, number[]>;

const lookMs = 2_000;
const quietMs = 30_000;
/** Orders a second, each initiated and asked for. */
const pace = 5;
const mostEvents = 10_000;
const limitMs = 3_600_000;

/** One run of the daily settlement over many merchants, with a small load on the API before and during it. */
export async function benchSettlement(
  stack: RunningStack,
  options: SettlementOptions,
): Promise<SettlementFigures> {
  const { sandbox, layout } = stack;
  const processes = new StackProcesses(layout.processes);
  const address = processes.apiVariable('TEMPORAL_ADDRESS');
  const temporal = new Client({
    connection: await Connection.connect({ address }),
    namespace: processes.apiVariable('TEMPORAL_NAMESPACE'),
  });
  let load: Load | undefined;
  try {
    return await withClient(ownerDatabaseUrl(stack), async (client) => {
      const day = await fill(client, sandbox, options);
      load = await Load.start(sandbox);
      console.log(`measuring the API for ${quietMs / 1_000} s ...`);
      await sleep(quietMs);
      const before = load.take();
      const times = await watchRun({ client, temporal, processes, day });
      const during = load.take();
      return await figuresOf({ client, temporal, options, times, before, during });
    });
  } finally {
    await load?.stop();
    await temporal.connection.close();
  }
}

/** Seeds by SQL; answers the day that is settled: the last business day. */
async function fill(
  client: pg.Client,
  { merchantId, simulatorUrl }: Sandbox,
  { merchants, entries, isSeeded }: SettlementOptions,
): Promise<string> {
  const started = performance.now();
  const run = Date.now().toString(36);
  const { rows } = await client.query<{ plan: string; day: string }>(
    `select fee_plan_of(m.merchant_id, 'Bank') as plan,
            (select max(d.day)::text from days_between(lagos_date(now()) - 14, lagos_date(now())) d where d.is_business_day) as day
       from merchant m where m.merchant_id = $1`,
    [merchantId],
  );
  const { plan, day } = rows[0] ?? { plan: '', day: '' };
  if (isSeeded) return day;
  console.log(`seeding ${merchants} merchants with ${entries} balance transactions ...`);
  for (const step of seedMerchants) await client.query(step, [merchants, run, plan]);
  await nameAccounts(client, simulatorUrl);
  const each = Math.ceil(entries / merchants);
  const receivedAt = new Date(Date.parse(day) - 7 * 86_400_000);
  const atOnce = 2_500;
  for (let n = 0; n < each; n += 1) {
    for (let from = 1; from <= merchants; from += atOnce) {
      const to = Math.min(merchants, from + atOnce - 1);
      for (const step of seedEntries) await client.query(step, [run, from, to, n, receivedAt]);
    }
  }
  await client.query('vacuum analyze');
  console.log(`seeded in ${Math.round((performance.now() - started) / 1_000)} s`);
  return day;
}

/** The accounts are registered under the names that the bank has them under. */
async function nameAccounts(client: pg.Client, simulatorUrl: string): Promise<void> {
  const bank = new SimulatorControl(simulatorUrl);
  const { rows } = await client.query<{ account_number: string; bank_code: string }>(
    `select account_number, bank_code from settlement_account where account_name = 'SHOP'`,
  );
  const names: string[] = [];
  for (const { account_number: number, bank_code: code } of rows) {
    names.push((await bank.account(code, number)).accountName);
  }
  await client.query(
    `update settlement_account a set account_name = x.name
       from unnest($1::text[], $2::text[]) as x(number, name) where a.account_number = x.number and a.account_name = 'SHOP'`,
    [rows.map(({ account_number: number }) => number), names],
  );
}

interface Watched {
  readonly client: pg.Client;
  readonly temporal: Client;
  readonly processes: StackProcesses;
  readonly day: string;
}

async function watchRun({ client, temporal, processes, day }: Watched) {
  const at = new Date(`${day}T06:00:00+01:00`).getTime();
  const started = performance.now();
  await temporal.schedule.getHandle('settle-daily').backfill({
    start: new Date(at - 1_000),
    end: new Date(at + 1_000),
    overlap: ScheduleOverlapPolicy.ALLOW_ALL,
  });
  const memoryMb = { ...processes.memoryMb() };
  let freezeSeconds: number | undefined;
  for (;;) {
    await sleep(lookMs);
    const seconds = (performance.now() - started) / 1_000;
    const now = processes.memoryMb();
    for (const part of parts) memoryMb[part] = Math.max(memoryMb[part], now[part]);
    const { rows } = await client.query<{ is_over: boolean; open: number }>(
      `select (select finished_at is not null from settlement_run where cycle = 'DAILY' and cut_off = $1) as is_over,
              (select count(*)::int from payout where status in ('SCHEDULED', 'PROCESSING', 'UNKNOWN')) as open`,
      [`${day}T00:00:00+01:00`],
    );
    if (rows[0]?.is_over === true) freezeSeconds ??= seconds;
    if (freezeSeconds !== undefined && rows[0]?.open === 0) {
      return { freezeSeconds: round(freezeSeconds), paidSeconds: round(seconds), memoryMb };
    }
    if (seconds * 1_000 > limitMs) throw new Problem('The run is not over within an hour.');
  }
}

interface Measured {
  readonly client: pg.Client;
  readonly temporal: Client;
  readonly options: SettlementOptions;
  readonly times: Awaited<ReturnType<typeof watchRun>>;
  readonly before: Times;
  readonly during: Times;
}

async function figuresOf(measured: Measured): Promise<SettlementFigures> {
  const { client, temporal, options, times } = measured;
  const { rows } = await client.query<{ status: string; count: number }>(
    'select status, count(*)::int from settlement group by status',
  );
  const proof = await client.query<{ faults: string }>(
    'select sum(faults) as faults from books_proof',
  );
  const api = { before: toPercentiles(measured.before), during: toPercentiles(measured.during) };
  const longestRunEvents = Math.max(
    await longest(temporal, 'settlementWorkflow'),
    await longest(temporal, 'settlementSliceWorkflow'),
  );
  const longestPayoutEvents = await longest(temporal, 'payoutWorkflow');
  const ledgerFaults = Number(proof.rows[0]?.faults ?? Number.NaN);
  return {
    ...options,
    ...times,
    settlements: Object.fromEntries(rows.map(({ status, count }) => [status, count])),
    longestRunEvents,
    longestPayoutEvents,
    api,
    ledgerFaults,
    ok:
      Math.max(longestRunEvents, longestPayoutEvents) <= mostEvents &&
      calls.every((call) => api.during[call].p99 <= 2 * api.before[call].p99) &&
      ledgerFaults === 0,
  };
}

async function longest(temporal: Client, workflowType: string): Promise<number> {
  let events = 0;
  const query = `WorkflowType = "${workflowType}"`;
  for await (const { historyLength } of temporal.workflow.list({ query, pageSize: 1_000 })) {
    events = Math.max(events, historyLength);
  }
  return events;
}

function toPercentiles(times: Times): Record<Call, Percentiles> {
  return { initiate: percentiles(times.initiate), query: percentiles(times.query) };
}

/** A steady small load: so many orders a second, whether the ones before were answered or not. */
class Load {
  #times: Times = { initiate: [], query: [] };
  #count = 0;
  #going = true;
  readonly #run = Date.now().toString(36);
  readonly #pool: Pool;
  readonly #loop: Promise<void>;
  readonly #open = new Set<Promise<void>>();

  readonly #token: string;

  private constructor({ baseUrl }: Sandbox, token: string) {
    this.#pool = new Pool(baseUrl, { connections: 16 });
    this.#token = token;
    this.#loop = this.#keepUp();
  }

  static async start(sandbox: Sandbox): Promise<Load> {
    const { baseUrl, clientId, clientSecret } = sandbox;
    const reply = await fetch(`${baseUrl}/api/v1/merchant/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientId, clientSecret }),
    });
    const { data } = (await reply.json()) as { data: { access_token: string } };
    return new Load(sandbox, `Bearer ${data.access_token}`);
  }

  take(): Times {
    const times = this.#times;
    this.#times = { initiate: [], query: [] };
    return times;
  }

  async stop(): Promise<void> {
    this.#going = false;
    await this.#loop;
    await Promise.all(this.#open);
    await this.#pool.close();
  }

  async #keepUp(): Promise<void> {
    while (this.#going) {
      const order: Promise<void> = this.#order().finally(() => this.#open.delete(order));
      this.#open.add(order);
      await sleep(1_000 / pace);
    }
  }

  async #order(): Promise<void> {
    const paymentReference = `load-${this.#run}-${(this.#count += 1)}`;
    await this.#timed('initiate', 'POST', '/api/v1/checkout/initiate', {
      email: 'ada@example.ng',
      phoneNumber: '08031234567',
      firstName: 'Ada',
      lastName: 'Obi',
      amount: 1_000_000,
      paymentReference,
      channels: ['Bank'],
    });
    await this.#timed('query', 'GET', `/api/v1/checkout/query/${paymentReference}`);
  }

  async #timed(call: Call, method: 'GET' | 'POST', path: string, body?: object): Promise<void> {
    const started = performance.now();
    const reply = await this.#pool.request({
      method,
      path,
      headers: { authorization: this.#token, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await reply.body.text();
    if (reply.statusCode !== 200)
      throw new Problem(`${path} answered ${reply.statusCode}: ${text}`);
    this.#times[call].push(performance.now() - started);
  }
}

/** The figures as people read them. */
export function describeSettlement(figures: SettlementFigures): string {
  const { api, memoryMb } = figures;
  const lines = calls.map((call) => {
    const { before, during } = api;
    return `  ${call.padEnd(10)} p99 ${before[call].p99} ms before, ${during[call].p99} ms during`;
  });
  return [
    `${figures.merchants} merchants, ${figures.entries} balance transactions (seeded by SQL):`,
    `  all frozen after ${figures.freezeSeconds} s, all payouts ended after ${figures.paidSeconds} s`,
    `  settlements ${JSON.stringify(figures.settlements)}`,
    `  memory MB ${parts.map((part) => `${part} ${memoryMb[part]}`).join(', ')}`,
    `  longest history: run ${figures.longestRunEvents}, payout ${figures.longestPayoutEvents} events`,
    ...lines,
    figures.ok ? 'check: ok' : 'check FAILED',
  ].join('\n');
}
