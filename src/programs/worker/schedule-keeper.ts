import { setTimeout as sleep } from 'node:timers/promises';

export interface ScheduleKeeperPorts {
  /** Makes the schedules or brings them up to date; MISSING leaves those alone that are there. */
  readonly ensure: (only?: 'MISSING') => Promise<void>;
  /** Whether this worker is the first of those that run: it alone looks after the schedules. */
  readonly isFirst: () => Promise<boolean>;
  readonly log: { warn(details: object, message: string): void };
}

/** A Temporal that was lost has no schedules, so somebody looks from time to time. */
const lookEveryMs = 20_000;

/**
 * Tries until the schedules are there, as the settings of this worker want them, and makes those anew that are lost. A worker
 * without them works all the same. Several workers may believe to be the first for a moment, which changes nothing.
 */
export async function keepSchedules(
  { ensure, isFirst, log }: ScheduleKeeperPorts,
  stopped: AbortSignal,
  everyMs = lookEveryMs,
): Promise<void> {
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopped }).catch(() => {});
  for (let pauseMs = 5_000; !stopped.aborted; pauseMs = Math.min(2 * pauseMs, 20_000)) {
    try {
      await ensure();
      break;
    } catch (error) {
      log.warn({ err: error, pauseMs }, 'the schedules are not there yet; trying again');
      await pause(pauseMs);
    }
  }
  for (;;) {
    await pause(everyMs);
    if (stopped.aborted) return;
    try {
      if (await isFirst()) await ensure('MISSING');
    } catch {
      // The database or Temporal is away: the next look finds it.
    }
  }
}
