import { once } from 'node:events';
import { setInterval as every, setTimeout as sleep } from 'node:timers/promises';
import type { NativeConnection, Worker } from '@temporalio/worker';
import { someCause } from '../../platform/temporal/causes.js';

/** A pino logger fits. */
export interface WorkerRunLog {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface WorkerRun {
  /** The name of the worker's queue or rail, for the log. */
  readonly name: string;
  readonly namespace: string;
  /** The connection, which other workers use too. */
  readonly connection: NativeConnection;
  /**
   * Makes another connection, because on the connection of a failed worker no other worker can work on the same queue.
   * Returns undefined when the process is told to stop.
   */
  readonly reconnect: () => Promise<NativeConnection | undefined>;
  /** Makes a worker that does not run yet. */
  readonly create: (connection: NativeConnection) => Promise<Worker>;
  /** Called with each worker that is about to run. */
  readonly begins: (worker: Worker) => void;
  readonly stopped: AbortSignal;
  readonly log: WorkerRunLog;
}

const pauseMs = 1_000;
const watchEveryMs = 500;
/** The most failures of a worker. The limit exists because each failed worker may keep its memory. */
const maxFailures = 20;

class WorkerFailed extends Error {
  override readonly name = 'WorkerFailed';
}

/**
 * Runs a worker until it is told to stop. It waits while its namespace is missing, because after Temporal has lost its
 * data the workers are there before the namespace is. A worker that has failed is replaced by another one.
 *
 * Returns true when no worker has failed. A worker that has failed may never end, and the process must not wait for it.
 *
 * @throws the error of making a worker, or the last of many failures
 */
export async function runWorker(run: WorkerRun): Promise<boolean> {
  const { name, create, begins, stopped, log } = run;
  let connection: NativeConnection | undefined = run.connection;
  let failures = 0;
  while (connection !== undefined && (await namespaceIsThere(run, connection))) {
    try {
      const worker = await create(connection);
      begins(worker);
      await runOrFail(worker, stopped);
      break;
    } catch (err) {
      const isLost = err instanceof WorkerFailed || isNamespaceMissing(err);
      failures += 1;
      if (!isLost || stopped.aborted || failures > maxFailures) throw err;
      log.error({ err, worker: name, failures }, 'a worker has failed; another one begins');
    }
    await pause(stopped);
    connection = await run.reconnect();
  }
  return failures === 0;
}

/**
 * Waits until the namespace exists, because a worker that could not be made holds its queue for a while. Returns false
 * when the program is told to stop.
 */
async function namespaceIsThere(
  { name, namespace, stopped, log }: WorkerRun,
  { workflowService }: NativeConnection,
): Promise<boolean> {
  while (!stopped.aborted) {
    try {
      await workflowService.describeNamespace({ namespace });
      return true;
    } catch (err) {
      if (!isNamespaceMissing(err)) return true;
      log.warn({ err, worker: name }, 'the namespace is missing; the worker waits for it');
    }
    await pause(stopped);
  }
  return false;
}

/**
 * Runs a worker until it ends or fails. A failed worker shows the failure in its state; its run ends only when all its
 * tasks are over, which may be never.
 */
async function runOrFail(worker: Worker, stopped: AbortSignal): Promise<void> {
  const isOver = new AbortController();
  const run = worker.runUntil(aborted(stopped)).catch((cause: unknown) => {
    throw new WorkerFailed('The worker has failed.', { cause });
  });
  await Promise.race([run.finally(() => isOver.abort()), failureOf(worker, isOver.signal)]);
}

async function failureOf(worker: Worker, signal: AbortSignal): Promise<void> {
  try {
    for await (const _ of every(watchEveryMs, undefined, { signal, ref: false })) {
      if (worker.getState() === 'FAILED') throw new WorkerFailed('The worker has failed.');
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  // Nothing is returned here, because the run itself ends with a result or an error.
  await new Promise(() => {});
}

const pause = (signal: AbortSignal): Promise<void> =>
  sleep(pauseMs, undefined, { signal }).catch(() => {});

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

/** Recognizes the server's message for a missing namespace. */
function isNamespaceMissing(error: unknown): boolean {
  return someCause(error, ({ message }) => /namespace .*not found/i.test(message));
}
