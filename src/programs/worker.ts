import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Server } from 'node:http';
import type { Worker } from '@temporalio/worker';
import type { Activities } from '../../activities/index.js';
import { loadConfig, type Config } from '../platform/config/config.js';
import { startNotifications } from '../notify/delivery/start-notifications.js';
import { lastWords } from '../platform/observability/last-words.js';
import { createLogger, type Logger } from '../platform/observability/logger.js';
import { registerPoolMetrics } from '../platform/observability/pool-metrics.js';
import { startMetricsServer } from '../platform/observability/metrics-server.js';
import { awaitOwnEnvironment } from '../platform/database/environment.js';
import { PgBankLimits } from '../providers/bank-limit.store.js';
import { limitOf } from '../providers/rail-limits.js';
import { registerRailMetrics } from '../providers/rail-metrics.js';
import { RailSilence } from '../providers/rail-silence.js';
import { PgAttentionStore } from '../operators/messages/attention.store.js';
import { PgFigureStore } from '../upkeep/reconciliation/figure.store.js';
import { PgRecoveryStore } from '../upkeep/reconciliation/recovery.store.js';
import { RestoreWatch } from '../upkeep/reconciliation/restore-watch.js';
import { registerFigures } from '../upkeep/reconciliation/reconciliation-metrics.js';
import { Filer } from '../reports/filer.js';
import { wordFiling } from '../reports/search/word-filing.js';
import { PgKeptSums, sumFiling } from '../reports/sums/kept-sums.store.js';
import { PgWords } from '../reports/search/words.store.js';
import { PgKeyHolders } from '../platform/keys/key-holders.store.js';
import { KeyWatch } from '../platform/keys/key-watch.js';
import { temporalHealthy } from '../platform/temporal/connection.js';
import { LeanSandbox } from '../platform/temporal/lean-sandbox.js';
import { installRuntime } from '../platform/temporal/runtime.js';
import { keepSchedules } from './worker/schedule-keeper.js';
import { ensureSchedules } from './worker/schedules.js';
import { registerWorkerMetrics } from '../platform/temporal/worker-metrics.js';
import { connectWhenUp, createRailWorker, createWorker, type QueueName } from './worker/workers.js';
import { runWorker, type WorkerRun } from './worker/worker-run.js';
import { startTracing } from '../platform/tracing/start-tracing.js';
import { type WorkerParts, workerParts } from './wiring/worker.js';

const queues = [
  'checkout',
  'webhooks',
  'rails',
  'messages',
] as const satisfies readonly QueueName[];

/** Aborts at the first SIGINT or SIGTERM, or when something that this process cannot work without has failed. */
const stop = new AbortController();

async function main(): Promise<void> {
  const config = loadConfig(process.env, 'worker');
  const log = createLogger(config, 'worker');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      log.info({ signal }, 'stopping');
      stop.abort();
    });
  }
  const stopTracing = await startTracing(config, 'manilla-worker');
  const { metricsHost, sdkMetricsPort } = config;
  installRuntime(log, sdkMetricsPort === null ? undefined : `${metricsHost}:${sdkMetricsPort}`);
  const isAllOver = await work(config, log, workerParts(config, log));
  await stopTracing();
  log.info({}, 'stopped');
  if (!isAllOver) process.exit();
}

/**
 * Starts everything in order, and stops everything in the opposite order. Returns true when nothing is left that keeps
 * the process alive.
 */
async function work(config: Config, log: Logger, parts: WorkerParts): Promise<boolean> {
  const { pool, temporal, relay, dispatcherPorts, registry, messages } = parts;
  const { banks: bankRails, cards } = parts.rails;
  const banks = [...bankRails.keys()];
  const rails = [...banks, ...cards.keys()];
  const running = new Map<string, Worker>();
  registerWorkerMetrics(registry, () => [...running.values()]);
  registerFigures(registry, new PgFigureStore(pool));
  registerPoolMetrics(registry, pool);
  registerRailMetrics(registry, new RailSilence(new PgAttentionStore(pool), log));
  const metrics = await startMetricsServer({
    registry,
    host: config.metricsHost,
    port: config.workerMetricsPort,
    isReady: async () =>
      [...queues, ...rails].every((name) => running.get(name)?.getState() === 'RUNNING') &&
      (await answers(pool.query('select 1'))) &&
      (await temporalHealthy(temporal)),
  });
  const cutOffs = [...bankRails.values()].map(({ capabilities }) => capabilities.cutOffMinutes);
  const restores = new RestoreWatch({
    store: new PgRecoveryStore(pool),
    file: config.markFile,
    waitMinutes: Math.max(0, ...cutOffs),
    log,
  });
  // The environment is checked before anything is sent: a live bank would carry out a sandbox's payments.
  await awaitOwnEnvironment(pool, stop.signal);
  await restores.start(stop.signal);
  const keyHolders = new PgKeyHolders(pool);
  const keyWatch = new KeyWatch({ config, program: 'worker', log, store: keyHolders });
  keyWatch.start();
  await new PgBankLimits(pool).write(bankRails);
  await messages.announce();
  relay.start();
  const filers = [wordFiling(new PgWords(pool)), sumFiling(new PgKeptSums(pool))].map(
    (filing) => new Filer(filing, log),
  );
  for (const filer of filers) filer.start();
  const notifications = await startNotifications(dispatcherPorts, config.directDatabaseUrl);
  const ensure = (only?: 'MISSING') => ensureSchedules(temporal, banks, config, only);
  const isFirst = async () => (await keyHolders.first('worker')) === keyWatch.process;
  const schedules = keepSchedules({ ensure, isFirst, log }, stop.signal);
  try {
    return await runWorkers(config, log, { activities: parts.activities, rails, running });
  } finally {
    keyWatch.stop();
    await schedules;
    await restores.close();
    await notifications.close();
    await relay.close();
    await Promise.all(filers.map((filer) => filer.close()));
    await messages.close();
    await dispatcherPorts.sender.close();
    await temporal.connection.close();
    await pool.end();
    await closed(metrics);
  }
}

interface WorkersParts {
  readonly activities: Activities;
  /** Banks and acquirers, each of which has a queue of its own. */
  readonly rails: readonly string[];
  /** The workers by the name of their queue or rail. */
  readonly running: Map<string, Worker>;
}

/**
 * Returns when the process is told to stop and all tasks under way are done. Throws when a worker fails for good.
 * Returns true when the workers leave nothing that keeps the process alive.
 */
async function runWorkers(
  config: Config,
  log: Logger,
  { activities, rails, running }: WorkersParts,
): Promise<boolean> {
  const connection = await connectWhenUp(config, stop.signal, log);
  if (connection === undefined) return true;
  using sandbox = config.leanSandbox
    ? new LeanSandbox({ log, file: `${config.markFile ?? join(tmpdir(), 'manilla')}.stuck` })
    : undefined;
  const isLean = sandbox?.isLean ?? false;
  const reconnect = () => connectWhenUp(config, stop.signal, log);
  const run = (name: string, details: object, create: WorkerRun['create']): Promise<boolean> => {
    const begins = (worker: Worker): void => {
      running.set(name, worker);
      log.info(details, 'working');
    };
    const by = { connection, namespace: config.temporalNamespace, reconnect };
    return runWorker({ name, ...by, create, begins, stopped: stop.signal, log });
  };
  const runQueue = (queue: QueueName): Promise<boolean> =>
    run(queue, { queue, isLean }, (by) =>
      createWorker(by, config, queue, activities[queue], isLean),
    );
  const runRail = (provider: string): Promise<boolean> => {
    const limit = limitOf(config, provider);
    const parts = { activities: activities.rails, limit };
    return run(provider, { rail: provider, ...limit }, (by) =>
      createRailWorker(by, config, provider, parts),
    );
  };
  const all = [...queues.map(runQueue), ...rails.map(runRail)];
  const results = await Promise.allSettled(all.map((each) => each.finally(() => stop.abort())));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  // A worker that has failed never releases the connection.
  const areOver = results.every((result) => result.status === 'fulfilled' && result.value);
  if (areOver) await connection.close();
  return areOver;
}

function answers(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

try {
  await main();
} catch (error) {
  lastWords(error, 'worker');
  // The process exits explicitly, because open handles (a worker's threads, a listener) would keep a failed process
  // alive.
  process.exit(1);
}
