/**
 * `npm run bench -- --checkouts 500 --clients 32`: what the running stack can do, and what it costs.
 * `npm run bench -- --listing 100000`: how long lists take of a merchant with so many transactions.
 * `npm run bench -- --authenticate`, `-- --query`: how fast the two calls are answered that everybody makes all the time.
 * `npm run bench -- --settlement --merchants 10000 --entries 1000000`: one run of the settlement over so many merchants (`--seeded`: that an earlier run has seeded and not settled).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { mintWebhookSecret, webhookSecretKey } from '../src/notifications/webhook-secret.ts';
import { simulatorKey } from '../src/rails/hook-signature.ts';
import { checkRun } from './bench/check.ts';
import { Driver } from './bench/driver.ts';
import { describeFigures, latencies, perCheckout, round, type Figures } from './bench/figures.ts';
import { benchListing, describeListing } from './bench/listing.ts';
import { StackProcesses } from './bench/processes.ts';
import { benchReads, describeReads, readKinds, type ReadKind } from './bench/reads.ts';
import { benchSettlement, describeSettlement, type SettlementOptions } from './bench/settlement.ts';
import { WebhookSink } from './bench/webhook-sink.ts';
import { findRunningStack } from './demo/running-stack.ts';
import { Problem, sentenceFor } from './stack/problem.ts';

/** In the order in which a checkout's come. */
const paidEvents = ['collection.received', 'checkout.successful'] as const;
/** After the last webhook: what is still written down then belongs to the checkouts too. */
const settleMs = 500;

interface Options {
  /** Transactions to list; undefined: checkouts are measured. */
  readonly listing: number | undefined;
  /** Undefined: neither authenticate nor query. */
  readonly read: ReadKind | undefined;
  readonly seconds: number;
  /** Undefined: no settlement. */
  readonly settlement: SettlementOptions | undefined;
  readonly checkouts: number;
  readonly clients: number;
  readonly warmUp: number;
  /** Undefined: all events. */
  readonly events: readonly string[] | undefined;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      checkouts: { type: 'string', default: '500' },
      clients: { type: 'string' },
      listing: { type: 'string' },
      authenticate: { type: 'boolean', default: false },
      query: { type: 'boolean', default: false },
      seconds: { type: 'string', default: '10' },
      settlement: { type: 'boolean', default: false },
      seeded: { type: 'boolean', default: false },
      merchants: { type: 'string', default: '10000' },
      entries: { type: 'string', default: '1000000' },
      'warm-up': { type: 'string' },
      'webhook-events': { type: 'string' },
    },
  });
  const listing = values.listing === undefined ? undefined : whole('listing', values.listing);
  // A list is read by fewer at once than a checkout is made by.
  const clients = whole('clients', values.clients ?? (listing === undefined ? '32' : '16'));
  const { merchants, entries } = values;
  return {
    listing,
    read: readKinds.find((kind) => values[kind]),
    seconds: whole('seconds', values.seconds),
    settlement: values.settlement
      ? {
          merchants: whole('merchants', merchants),
          entries: whole('entries', entries),
          isSeeded: values.seeded,
        }
      : undefined,
    checkouts: whole('checkouts', values.checkouts),
    clients,
    warmUp: whole('warm-up', values['warm-up'] ?? String(Math.max(200, 4 * clients))),
    events: values['webhook-events']?.split(','),
  };
}

function whole(name: string, text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new Problem(`--${name} is "${text}"; it must be a whole number from 1.`);
}

async function bench(options: Options): Promise<Figures> {
  const { sandbox, layout } = await findRunningStack();
  const processes = new StackProcesses(layout.processes);
  const sealKey = Buffer.from(processes.apiVariable('MANILLA_SEAL_KEY'), 'base64url');
  const secret = mintWebhookSecret();
  const sink = await WebhookSink.open();
  const driver = new Driver(sandbox, simulatorKey(sealKey), sink, options.clients);
  try {
    await driver.prepare(secret, options.events);
    console.log(`warming up with ${options.warmUp} checkouts ...`);
    const warm = await driver.run(options.warmUp, options.clients);
    await sleep(settleMs);
    console.log(`measuring ${options.checkouts} checkouts by ${options.clients} clients ...`);
    const { figures, references } = await measure(driver, processes, options);
    const check = await checkRun({
      driver,
      databaseUrl: processes.apiVariable('DATABASE_URL'),
      references: [...warm.references, ...references],
      webhooks: sink.received,
      events: paidEvents.filter((event) => options.events?.includes(event) ?? true),
      key: webhookSecretKey(secret) ?? Buffer.alloc(0),
    });
    return { ...figures, check };
  } finally {
    await driver.recordCredits();
    await driver.close();
    await sink.close();
  }
}

async function measure(driver: Driver, processes: StackProcesses, options: Options) {
  const [cpuBefore, driverBefore, started] = [
    processes.cpuMs(),
    process.cpuUsage(),
    performance.now(),
  ];
  const { times, references } = await driver.run(options.checkouts, options.clients);
  const seconds = (performance.now() - started) / 1_000;
  const driverCpu = process.cpuUsage(driverBefore);
  await sleep(settleMs);
  const figures = {
    checkouts: options.checkouts,
    clients: options.clients,
    seconds: round(seconds),
    checkoutsPerSecond: round(options.checkouts / seconds),
    latencyMs: latencies(times),
    cpuMsPerCheckout: perCheckout(cpuBefore, processes.cpuMs(), options.checkouts),
    driverCpuMsPerCheckout: round((driverCpu.user + driverCpu.system) / 1_000 / options.checkouts),
    memoryMb: processes.memoryMb(),
  };
  return { figures, references };
}

async function benchCheckouts(options: Options): Promise<boolean> {
  const figures = await bench(options);
  console.log(`\n${describeFigures(figures)}\n`);
  console.log(JSON.stringify(figures));
  return figures.check.ok;
}

async function benchRun({ settlement }: Options): Promise<boolean> {
  if (settlement === undefined) throw new TypeError('there is no settlement to measure');
  const figures = await benchSettlement(await findRunningStack(), settlement);
  console.log(`\n${describeSettlement(figures)}\n`);
  console.log(JSON.stringify(figures));
  return figures.ok;
}

function benchOf({ listing, read, settlement }: Options): (options: Options) => Promise<boolean> {
  if (settlement !== undefined) return benchRun;
  if (read !== undefined) return benchCalls;
  return listing === undefined ? benchCheckouts : benchLists;
}

async function benchCalls({ read, clients, seconds }: Options): Promise<boolean> {
  if (read === undefined) throw new TypeError('there is nothing to read');
  const figures = await benchReads(await findRunningStack(), { kind: read, clients, seconds });
  console.log(`\n${describeReads(figures)}\n`);
  console.log(JSON.stringify(figures));
  return figures.ok;
}

async function benchLists({ listing = 0, clients, seconds }: Options): Promise<boolean> {
  const asked = { transactions: listing, clients, seconds };
  const figures = await benchListing(await findRunningStack(), asked);
  console.log(`\n${describeListing(figures)}\n`);
  console.log(JSON.stringify(figures));
  return figures.ok;
}

try {
  const options = readOptions();
  if (options.events !== undefined && !options.events.includes('checkout.successful')) {
    throw new Problem(
      '--webhook-events must hold checkout.successful, which is what is waited for.',
    );
  }
  if (!(await benchOf(options)(options))) process.exitCode = 1;
} catch (error) {
  console.error(sentenceFor(error));
  process.exitCode = 1;
}
