import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import workerThreads, { type Worker, type WorkerOptions } from 'node:worker_threads';

/** A pino logger fits. */
export interface SandboxLog {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface LeanSandboxOptions {
  readonly log: SandboxLog;
  /** A call into a workflow that takes longer never ends; an honest one takes milliseconds. */
  readonly stuckAfterMs?: number;
}

const checkEveryMs = 500;
const extension = extname(import.meta.url) === '.ts' ? '.cts' : '.cjs';
const preload = fileURLToPath(new URL(`lean-sandbox-thread${extension}`, import.meta.url));

interface WatchedThread {
  readonly thread: Worker;
  readonly state: Int32Array;
  lastSeen: number;
  sinceMs: number;
}

/**
 * Lets the SDK's workflow threads run without its per-call timeout and its promise hook (lean-sandbox-thread.cts says
 * what they cost), and watches the threads from outside instead.
 *
 * A workflow that is stuck in a loop is found by the watchdog: its thread is ended, its worker fails with it, and every
 * thread that is made from then on has the SDK's own protection again, so the worker made anew names the workflow and
 * goes on with the others. The stack-trace query answers only without the lean sandbox (MANILLA_WORKER_LEAN_SANDBOX=off).
 */
export class LeanSandbox implements Disposable {
  readonly #log: SandboxLog;
  readonly #stuckAfterMs: number;
  readonly #threads = new Set<WatchedThread>();
  readonly #plainWorker = workerThreads.Worker;
  readonly #watch: NodeJS.Timeout;
  #givenUp = false;

  /** Install it before the first worker is created. */
  constructor({ log, stuckAfterMs = 5_000 }: LeanSandboxOptions) {
    this.#log = log;
    this.#stuckAfterMs = stuckAfterMs;
    // The SDK has no option for its threads, but makes them by this property of the module.
    workerThreads.Worker = new Proxy(this.#plainWorker, {
      construct: (target, [file, options]: [string | URL, WorkerOptions?], newTarget) =>
        this.#givenUp || !isWorkflowThread(file)
          ? (Reflect.construct(target, [file, options], newTarget) as Worker)
          : this.#start((lean) => Reflect.construct(target, [file, lean], newTarget) as Worker),
    });
    this.#watch = setInterval(() => this.#check(Date.now()), checkEveryMs);
    this.#watch.unref();
  }

  /** Whether a stuck workflow was found: the workers made since then are slower, and safe. */
  get hasGivenUp(): boolean {
    return this.#givenUp;
  }

  /** How many workflow threads run lean now. */
  get threads(): number {
    return this.#threads.size;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#watch);
    workerThreads.Worker = this.#plainWorker;
  }

  #start(construct: (options: WorkerOptions) => Worker): Worker {
    const leanSandbox = new SharedArrayBuffer(8);
    const state = new Int32Array(leanSandbox);
    const thread = construct({ execArgv: ['--require', preload], workerData: { leanSandbox } });
    const watched = { thread, state, lastSeen: 0, sinceMs: Date.now() };
    thread.once('online', () => {
      if (Atomics.load(state, 1) === 1) this.#threads.add(watched);
      else this.#log.warn({}, 'this SDK does not take the lean sandbox; it runs with its own');
    });
    thread.once('exit', () => this.#threads.delete(watched));
    return thread;
  }

  #check(nowMs: number): void {
    for (const watched of this.#threads) {
      const seen = Atomics.load(watched.state, 0);
      const isInside = seen % 2 !== 0;
      if (!isInside || seen !== watched.lastSeen) {
        watched.lastSeen = seen;
        watched.sinceMs = nowMs;
      } else if (nowMs - watched.sinceMs > this.#stuckAfterMs) {
        this.#giveUp(watched);
      }
    }
  }

  #giveUp(watched: WatchedThread): void {
    this.#givenUp = true;
    this.#threads.delete(watched);
    this.#log.error(
      { stuckAfterMs: this.#stuckAfterMs },
      'a workflow is stuck in a loop; its worker starts anew with the protection of the SDK',
    );
    void watched.thread.terminate();
  }
}

function isWorkflowThread(file: string | URL): boolean {
  return /workflow-worker-thread\.js$/.test(String(file));
}
