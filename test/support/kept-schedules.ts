import type { StandingSchedule } from '../../src/operators/errands/schedule.gateway.js';

/** Schedules of an edge, which runs without Temporal. */
export class KeptSchedules {
  /** Temporal does not answer. */
  isAway = false;

  list = (): Promise<StandingSchedule[]> =>
    this.isAway
      ? Promise.reject(new Error('Temporal is away'))
      : Promise.resolve(
          ['courier', 'settle-daily', 'sweep'].map((scheduleId) => ({
            ...{ scheduleId, isPaused: false, note: null },
            ...{ lastRunAt: new Date(), nextRunAt: null },
          })),
        );
}
