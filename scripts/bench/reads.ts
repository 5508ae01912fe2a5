import { createRemoteJWKSet, jwtVerify } from 'jose';
import { Pool } from 'undici';
import type { RunningStack } from '../running/running-stack.ts';
import { Problem } from '../stack/problem.ts';
import type { Sandbox } from '../stack/sandbox.ts';
import { send, tokenOf } from './calls.ts';
import { perCheckout } from './figures.ts';
import { atFullRate, atRate, type Call } from './load.ts';
import { type Part, parts, StackProcesses } from '../running/processes.ts';
import { sample, sampleTable, type SampleFigures } from './sample.ts';

export const readKinds = ['authenticate', 'query'] as const;
export type ReadKind = (typeof readKinds)[number];

export interface ReadsOptions {
  readonly kind: ReadKind;
  readonly clients: number;
  /** Of each of the two measurements. */
  readonly seconds: number;
}

/** The last line of `npm run bench -- --authenticate` and `--query`, as JSON. Milliseconds. */
export interface ReadsFigures extends ReadsOptions {
  readonly fullRate: SampleFigures;
  /** At half of what is asked for. */
  readonly halfRate: SampleFigures;
  /** At the full rate. */
  readonly cpuMsPerRequest: Record<Part | 'total', number>;
  /** Tokens whose signatures were checked as well; every other reply was looked at. */
  readonly checked: number;
  readonly ok: boolean;
}

/** What is asked for on two cores. */
export const target = { perSecond: 2_000, p99: 50 } as const;
/** Orders that are asked for in turn. */
const orders = 200;
const warmUpSeconds = 3;
/** One token in so many. */
const checkEvery = 200;

/** How fast one operation that every merchant calls all the time is answered. */
export async function benchReads(
  { sandbox, layout }: RunningStack,
  options: ReadsOptions,
): Promise<ReadsFigures> {
  const processes = new StackProcesses(layout.processes);
  const pool = new Pool(sandbox.baseUrl, { connections: options.clients });
  try {
    const { call, check } = await callsOf[options.kind](pool, sandbox);
    console.log(`warming up for ${warmUpSeconds} s ...`);
    await atFullRate(call, options.clients, warmUpSeconds);
    console.log(`measuring ${options.kind} by ${options.clients} clients ...`);
    const before = processes.cpuMs();
    let answered = 0;
    const fullRate = await sample('the full rate', async () => {
      const load = await atFullRate(call, options.clients, options.seconds);
      answered += load.times.length;
      return load;
    });
    const cpuMsPerRequest = perCheckout(before, processes.cpuMs(), answered);
    const halfRate = await sample('half the rate', () =>
      atRate(call, target.perSecond / 2, options.seconds),
    );
    const checked = await check();
    const ok = fullRate.perSecond >= target.perSecond && halfRate.p99 < target.p99;
    return { ...options, fullRate, halfRate, cpuMsPerRequest, checked, ok };
  } finally {
    await pool.close();
  }
}

interface Calls {
  readonly call: Call;
  /** After all calls; answers how many replies it has looked at once more. */
  readonly check: () => Promise<number>;
}

const callsOf: Readonly<Record<ReadKind, (pool: Pool, sandbox: Sandbox) => Promise<Calls>>> = {
  authenticate: (pool, sandbox) => Promise.resolve(authenticating(pool, sandbox)),
  query: querying,
};

function authenticating(pool: Pool, sandbox: Sandbox): Calls {
  const kept: string[] = [];
  let count = 0;
  const call = async (): Promise<void> => {
    const token = await tokenOf(pool, sandbox);
    if ((count += 1) % checkEvery === 0) kept.push(token);
  };
  const check = async (): Promise<number> => {
    const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', sandbox.baseUrl));
    for (const token of kept) {
      const { payload } = await jwtVerify(token, keys);
      if (payload.sub !== sandbox.merchantId) throw new Problem('A token is another merchant’s.');
    }
    if (new Set(kept).size < kept.length) throw new Problem('Two requests got the same token.');
    return kept.length;
  };
  return { call, check };
}

/** Each order has an account and waits for its payment, as most that are asked for do. */
async function querying(pool: Pool, sandbox: Sandbox): Promise<Calls> {
  const authorization = `Bearer ${await tokenOf(pool, sandbox)}`;
  const run = Date.now().toString(36);
  const references = Array.from({ length: orders }, (_, i) => `read-${run}-${i}`);
  console.log(`making ${orders} orders ...`);
  for (const reference of references) await makeOrder(pool, sandbox, { reference, authorization });
  let next = 0;
  const call = async (): Promise<void> => {
    const reference = references[(next += 1) % orders] ?? '';
    const data = await send(pool, `/api/v1/checkout/query/${reference}`, undefined, authorization);
    const isRight =
      data['paymentReference'] === reference &&
      data['status'] === 'AWAITING_PAYMENT' &&
      String(data['accessCode']).startsWith('ac_');
    if (!isRight) throw new Problem(`query of ${reference} answered ${JSON.stringify(data)}`);
  };
  return { call, check: () => Promise.resolve(0) };
}

async function makeOrder(
  pool: Pool,
  { prefix }: Sandbox,
  { reference, authorization }: { readonly reference: string; readonly authorization: string },
): Promise<void> {
  const order = { paymentReference: reference, amount: 1_000_000 };
  const payer = { email: 'ada@example.ng', phoneNumber: '08031234567' };
  const name = { firstName: 'Ada', lastName: 'Obi' };
  const body = { ...order, ...payer, ...name, channels: ['Bank'] };
  await send(pool, '/api/v1/checkout/initiate', body, authorization);
  await send(
    pool,
    '/api/v1/checkout/create-account',
    { ...order, prefix, validity: 30 },
    authorization,
  );
}

/** The figures as people read them. */
export function describeReads(figures: ReadsFigures): string {
  const { kind, clients, fullRate, halfRate, cpuMsPerRequest: cpu, checked, ok } = figures;
  const right = checked > 0 ? `, ${checked} signatures are genuine` : '';
  return [
    `${kind} by ${clients} clients:`,
    ...sampleTable({ 'full rate': fullRate, [`${target.perSecond / 2} asked`]: halfRate }),
    `  CPU-ms per request: ${[...parts, 'total' as const].map((part) => `${part} ${cpu[part].toFixed(2)}`).join(', ')}`,
    `check: every reply is right${right}; ${ok ? 'the target is reached' : 'the target is MISSED'} (${target.perSecond} per second, and at half of that a p99 below ${target.p99} ms)`,
  ].join('\n');
}
