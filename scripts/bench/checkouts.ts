import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { mintWebhookSecret, webhookSecretKey } from '../../src/notify/delivery/webhook-secret.ts';
import { simulatorKeys } from '../../src/providers/hook-signature.ts';
import { ownerDatabaseUrl } from '../running/owner-database.ts';
import { findRunningStack } from '../running/running-stack.ts';
import { checkRun } from './check.ts';
import { Driver } from './driver.ts';
import { EndedWorkflows } from './ended-workflows.ts';
import {
  latencies,
  perCheckout,
  round,
  type Figures,
  type HalfFigures,
  type OpenFigures,
} from './figures.ts';
import { StackProcesses } from '../running/processes.ts';
import { splitOf, type Split } from './split.ts';
import { WebhookSink } from './webhook-sink.ts';
import { keySetOf } from '../../src/platform/config/key-set.ts';

/** In the order in which a checkout's come. */
const paidEvents = ['collection.received', 'checkout.successful'] as const;
/** The time after the last webhook: rows that are still written then belong to the checkouts too. */
const settleMs = 500;
/** Work that goes on after all calls were answered is over when the stack has so little to do. */
const quiet = { cpuPercent: 20, mostMs: 60_000 };

export interface CheckoutOptions {
  readonly checkouts: number;
  readonly clients: number;
  readonly warmUp: number;
  /** A payer's pause between the account and the transfer: 0.5 to 1.5 times so long. */
  readonly thinkMs: number;
  /** Undefined: all events. */
  readonly events: readonly string[] | undefined;
  /** Whether the run shows where the time goes. */
  readonly split: boolean;
}

/** The split only when it was asked for. */
export type WithSplit<Figures> = Figures & { readonly split?: Split };

/** The results of a measured part of the run. */
interface Measured<Part> {
  readonly figures: Part;
  readonly references: readonly string[];
}

/** Each client takes one checkout after the other. */
export function benchLoop(options: CheckoutOptions): Promise<WithSplit<Figures>> {
  return bench(options, async (driver, processes) => {
    const { checkouts, clients, thinkMs } = options;
    console.log(`measuring ${checkouts} checkouts by ${clients} clients ...`);
    const driverBefore = process.cpuUsage();
    const { result, half } = await costOf(processes, checkouts, () =>
      driver.run(checkouts, clients, thinkMs),
    );
    const driverCpu = process.cpuUsage(driverBefore);
    const figures = {
      checkouts,
      clients,
      thinkMs,
      ...half,
      latencyMs: latencies(result.times),
      driverCpuMsPerCheckout: round((driverCpu.user + driverCpu.system) / 1_000 / checkouts),
    };
    return { figures, references: result.references };
  });
}

/** All are opened before the first is paid, as the checkouts of a busy hour are. */
export function benchOpen(options: CheckoutOptions): Promise<WithSplit<OpenFigures>> {
  return bench(options, async (driver, processes) => {
    const { checkouts, clients } = options;
    console.log(`opening ${checkouts} checkouts by ${clients} clients ...`);
    const settle = (): Promise<void> => untilQuiet(processes);
    const opening = await costOf(
      processes,
      checkouts,
      () => driver.open(checkouts, clients),
      settle,
    );
    const { opened } = opening.result;
    console.log('paying them, the oldest first ...');
    const paying = await costOf(processes, checkouts, () => driver.pay(opened, clients));
    const figures = {
      checkouts,
      clients,
      opening: { ...opening.half, latencyMs: latencies(opening.result.times) },
      paying: { ...paying.half, latencyMs: latencies(paying.result) },
    };
    return { figures, references: opened.map(({ paymentReference }) => paymentReference) };
  });
}

/** A measured part of a run, between a warm-up and a check of all that was paid. */
export async function bench<Part>(
  options: CheckoutOptions,
  measure: (driver: Driver, processes: StackProcesses) => Promise<Measured<Part>>,
) {
  const stack = await findRunningStack();
  const { sandbox, layout } = stack;
  const processes = new StackProcesses(layout.processes);
  // The owner's login, because the books are proven by reading tables whole: the programs' login is for short
  // statements, and must use indexes.
  const databaseUrl = ownerDatabaseUrl(stack);
  const keys = readFileSync(join(layout.keys, 'MANILLA_SEAL_KEY'), 'utf8')
    .trim()
    .split(/[\s,]+/);
  const seals = keySetOf(
    'seal',
    keys.map((key) => Buffer.from(key, 'base64url')),
  );
  const secret = mintWebhookSecret();
  const sink = await WebhookSink.open();
  const ended = await EndedWorkflows.watch(processes);
  const driver = new Driver(sandbox, simulatorKeys(seals), sink, ended, options.clients);
  try {
    await driver.prepare(secret, options.events);
    console.log(`warming up with ${options.warmUp} checkouts ...`);
    const warm = await driver.run(options.warmUp, options.clients, options.thinkMs);
    await sleep(settleMs);
    const before = processes.cpuMsByThread();
    const { figures, references } = await measure(driver, processes);
    const cpu = { before, after: processes.cpuMsByThread() };
    const split = options.split ? { split: await splitOf(databaseUrl, references, cpu) } : {};
    const check = await checkRun({
      driver,
      databaseUrl,
      references: [...warm.references, ...references],
      webhooks: sink.received,
      events: paidEvents.filter((event) => options.events?.includes(event) ?? true),
      key: webhookSecretKey(secret) ?? Buffer.alloc(0),
    });
    return { ...figures, ...split, check };
  } finally {
    await ended.close();
    await driver.recordCredits();
    await driver.close();
    await sink.close();
  }
}

/** Runs it and measures its cost for the stack. */
export async function costOf<Result>(
  processes: StackProcesses,
  checkouts: number,
  run: () => Promise<Result>,
  settle: () => Promise<void> = () => sleep(settleMs),
): Promise<{ result: Result; half: Omit<HalfFigures, 'latencyMs'> }> {
  const [before, started] = [processes.cpuMs(), performance.now()];
  const result = await run();
  const seconds = (performance.now() - started) / 1_000;
  await settle();
  const half = {
    seconds: round(seconds),
    checkoutsPerSecond: round(checkouts / seconds),
    cpuMsPerCheckout: perCheckout(before, processes.cpuMs(), checkouts),
    memoryMb: processes.memoryMb(),
  };
  return { result, half };
}

/** Workflows are begun after the calls that open them are answered; their cost is no part of paying. */
async function untilQuiet(processes: StackProcesses): Promise<void> {
  const until = performance.now() + quiet.mostMs;
  for (let before = processes.cpuMs(); performance.now() < until;) {
    await sleep(settleMs);
    const after = processes.cpuMs();
    const { total } = perCheckout(before, after, settleMs / 100);
    if (total <= quiet.cpuPercent) return;
    before = after;
  }
}
