import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { Script } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

/** A pino logger fits. */
export interface SandboxLog {
  warn(details: object, message: string): void;
}

export interface LeanSandboxOptions {
  readonly log: SandboxLog;
  /** The file in which the watchdog notes that a workflow was stuck, for the process that is started next. */
  readonly file: string;
  /** A call into a workflow that takes longer counts as stuck. A normal call takes milliseconds. */
  readonly stuckAfterMs?: number;
}

/** The watchdog's start arguments. */
export interface WatchdogTask {
  /** Odd while a call into a workflow is under way, raised at its begin and its end. */
  readonly calls: SharedArrayBuffer;
  readonly file: string;
  readonly stuckAfterMs: number;
}

/** The time after a stuck workflow in which workflows run with the SDK's own protection. */
const protectedForMs = 24 * 3_600_000;
const stuckNote = z.object({ stuckAt: z.coerce.date() });
const watchdog = new URL(`sandbox-watchdog${extname(import.meta.url)}`, import.meta.url);

/** Private to the SDK, and therefore looked at before it is used. */
interface WorkflowHandlers {
  readonly globalHandlers?: { setPromiseHook?: unknown };
}

/**
 * Runs workflows in the worker's own thread, without three things that SDK 1.24 adds:
 *
 * - a separate thread for workflows, which costs two messages per task and 40 MB per queue
 * - the `timeout` of `vm`, for which Node starts a thread at each of the several calls into a workflow per task
 * - an Error with a mapped stack for every promise that a workflow makes (for the stack-trace query)
 *
 * Together they are half of a worker's time on a task.
 *
 * A thread of our own watches instead. When a workflow is stuck in a loop it notes that in `file` and ends the process.
 * The starter of the process starts it again, and then the workflows run with the SDK's own protection for a day: the
 * SDK fails the task of the stuck workflow and goes on with the others. The stack-trace query answers only without the
 * lean sandbox (MANILLA_WORKER_LEAN_SANDBOX=off).
 */
export class LeanSandbox implements Disposable {
  /** Whether workers must be made with `debugMode`, which is the SDK's name for workflows in the worker's thread. */
  readonly isLean: boolean;
  readonly #end: () => void;

  /** Make the sandbox before the first worker. */
  constructor({ log, file, stuckAfterMs = 5_000 }: LeanSandboxOptions) {
    const stuckAt = lastStuck(file);
    const handlers = (
      createRequire(import.meta.url)(
        '@temporalio/worker/lib/workflow/vm-shared',
      ) as WorkflowHandlers
    ).globalHandlers;
    const isKnown = typeof handlers?.setPromiseHook === 'function';
    this.isLean = stuckAt === undefined && isKnown;
    if (stuckAt !== undefined) {
      log.warn(
        { stuckAt, file },
        'a workflow was stuck; workflows run with the protection of the SDK for a day',
      );
    } else if (!isKnown) {
      log.warn({}, 'this SDK does not take the lean sandbox; workflows run with its own');
    }
    this.#end =
      handlers !== undefined && this.isLean ? takeAway(handlers, { file, stuckAfterMs }) : () => {};
  }

  [Symbol.dispose](): void {
    this.#end();
  }
}

/** Takes the SDK's parts away. Returns a function that puts all of them back. */
function takeAway(
  handlers: NonNullable<WorkflowHandlers['globalHandlers']>,
  options: Pick<WatchdogTask, 'file' | 'stuckAfterMs'>,
): () => void {
  const calls = new SharedArrayBuffer(4);
  const workerData: WatchdogTask = { calls, ...options };
  const watch = new Worker(watchdog, { workerData, execArgv: [] });
  watch.unref();
  const { setPromiseHook } = handlers;
  // oxlint-disable-next-line typescript/unbound-method -- called on the script it is called on
  const { runInContext } = Script.prototype;
  handlers.setPromiseHook = () => {};
  const state = new Int32Array(calls);
  let depth = 0;
  Script.prototype.runInContext = function (context) {
    if (depth++ === 0) Atomics.add(state, 0, 1);
    try {
      return runInContext.call(this, context) as unknown;
    } finally {
      if (--depth === 0) Atomics.add(state, 0, 1);
    }
  };
  return () => {
    handlers.setPromiseHook = setPromiseHook;
    Script.prototype.runInContext = runInContext;
    void watch.terminate();
  };
}

function lastStuck(file: string): Date | undefined {
  try {
    const { stuckAt } = stuckNote.parse(JSON.parse(readFileSync(file, 'utf8')));
    return Date.now() - stuckAt.getTime() < protectedForMs ? stuckAt : undefined;
  } catch {
    // Nearly always there is no such file. A file that cannot be read counts as none.
    return undefined;
  }
}
