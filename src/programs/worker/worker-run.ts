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
  /** Shared with other workers. */
  readonly connection: NativeConnection;
  /** Makes another connection: one that a failed worker has used lets nobody else work on the same queue. Undefined: told to stop. */
  readonly reconnect: () => Promise<NativeConnection | undefined>;
  /** Makes a worker that has not begun to run. */
  readonly create: (connection: NativeConnection) => Promise<Worker>;
  /** Called with each worker that begins. */
  readonly begins: (worker: Worker) => void;
  readonly stopped: AbortSignal;
  readonly log: WorkerRunLog;
}

const pauseMs = 1_000;
const watchEveryMs = 500;
/** The limit of failures, because each worker that has failed may keep its memory. */
const maxFailures = 20;

class WorkerFailed extends Error {
  override readonly name = 'WorkerFailed';
}

/**
 * Runs a worker until it is told to stop. While its namespace is missing it waits for it: the workers of a Temporal
 * that has begun anew are there before its namespace is. A worker that has failed is followed by another one.
 *
 * Answers whether every worker has come to its end. A worker that has failed may never end: a process must not wait for
 * it.
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
 * Asks for the namespace first, because a worker that could not be made holds its queue for a while. False: the program
 * was asked to stop.
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

/** A worker that fails says so by its state; its run ends only when all it had under way is over, which may be never. */
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
  // The run itself tells how it has ended.
  await new Promise(() => {});
}

const pause = (signal: AbortSignal): Promise<void> =>
  sleep(pauseMs, undefined, { signal }).catch(() => {});

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

/** The server's word for it. */
function isNamespaceMissing(error: unknown): boolean {
  return someCause(error, ({ message }) => /namespace .*not found/i.test(message));
}
