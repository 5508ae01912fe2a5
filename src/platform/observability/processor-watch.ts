import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';

/** Times since the machine or the program has started. */
export interface ProcessorTimes {
  readonly atMs: number;
  /** The times of all processors together. */
  readonly idleMs: number;
  readonly wholeMs: number;
  /** How busy the event loop of this thread was. */
  readonly loop: ReturnType<typeof performance.eventLoopUtilization>;
}

/** A shorter look says little: the kernel counts in hundredths of a second. */
const lookMs = 250;
/** The share of time from which on work that can wait keeps others waiting. */
const busyFrom = 0.85;

/** Tells whether the machine, or the event loop of this thread, has no time to spare. */
export class ProcessorWatch {
  #seen: ProcessorTimes;
  #isBusy = false;

  constructor(private readonly look: () => ProcessorTimes = readTimes) {
    this.#seen = look();
  }

  isBusy(): boolean {
    const seen = this.look();
    const before = this.#seen;
    if (seen.atMs - before.atMs < lookMs) return this.#isBusy;
    const wholeMs = seen.wholeMs - before.wholeMs;
    const used = wholeMs > 0 ? 1 - (seen.idleMs - before.idleMs) / wholeMs : 0;
    const { utilization } = performance.eventLoopUtilization(seen.loop, before.loop);
    this.#isBusy = Math.max(used, utilization) >= busyFrom;
    this.#seen = seen;
    return this.#isBusy;
  }
}

function readTimes(): ProcessorTimes {
  let idleMs = 0;
  let wholeMs = 0;
  for (const { times } of cpus()) {
    idleMs += times.idle;
    wholeMs += times.user + times.nice + times.sys + times.irq + times.idle;
  }
  return { atMs: performance.now(), idleMs, wholeMs, loop: performance.eventLoopUtilization() };
}
