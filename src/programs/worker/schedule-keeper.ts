import { setTimeout as sleep } from 'node:timers/promises';

export interface ScheduleKeeperPorts {
  /** Makes the schedules or updates them. With MISSING, existing schedules are not changed. */
  readonly ensure: (only?: 'MISSING') => Promise<void>;
  /** Tells whether this worker is the first of those that run. Only the first looks after the schedules. */
  readonly isFirst: () => Promise<boolean>;
  readonly log: { warn(details: object, message: string): void };
}

/** The pause between two checks. They are needed, because a Temporal that has lost its data has no schedules. */
const lookEveryMs = 20_000;

/**
 * Makes the schedules by the settings of this worker, and tries until it succeeds. Afterwards it makes lost schedules
 * again. A worker without schedules works all the same. Several workers may take themselves for the first for a moment,
 * which does no harm.
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
      // The database or Temporal is away, and the next check repairs the schedules.
    }
  }
}
