import { setTimeout as sleep } from 'node:timers/promises';

export interface Draining {
  readonly what: string;
  /** Without less left for so long it stands still; longer than the longest pause of any retry on the way. */
  readonly stillAfterMs?: number;
  readonly everyMs?: number;
  readonly tellEveryMs?: number;
  /** What the rest waits for; asked when it stands still. */
  readonly standing?: () => Promise<object>;
}

/** The relay's longest pause is five minutes. */
const defaults = { stillAfterMs: 360_000, everyMs: 1_000, tellEveryMs: 15_000 } as const;

/**
 * Waits until nothing is left, for as long as there is less and less: a busy machine is slow, and only what stands
 * still has failed. Tells the rate meanwhile. Answers how long it took.
 */
export async function drained(left: () => Promise<number>, draining: Draining): Promise<number> {
  const { what, stillAfterMs, everyMs, tellEveryMs, standing } = { ...defaults, ...draining };
  const beganAt = performance.now();
  let least = { count: Number.POSITIVE_INFINITY, at: beganAt };
  let told: { count: number; at: number } | undefined;
  for (;;) {
    const count = await left();
    const now = performance.now();
    if (count <= 0) return now - beganAt;
    if (count < least.count) least = { count, at: now };
    if (now - least.at > stillAfterMs) {
      const why = JSON.stringify(await standing?.(), undefined, 1);
      throw new Error(`${what}: ${count} left, and no fewer for ${stillAfterMs / 1_000} s: ${why}`);
    }
    if (told === undefined || now - told.at > tellEveryMs) {
      const rate = told === undefined ? 0 : ((told.count - count) * 1_000) / (now - told.at);
      console.log(`${what}: ${count} left, ${rate.toFixed(1)} a second`);
      told = { count, at: now };
    }
    await sleep(everyMs);
  }
}
