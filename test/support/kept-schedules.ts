import type {
  ScheduleOrder,
  StandingSchedule,
} from '../../src/operators/errands/schedule.gateway.js';

/** Schedules of an edge, which runs without Temporal. */
export class KeptSchedules {
  readonly orders: ScheduleOrder[] = [];
  /** Temporal does not answer. */
  isAway = false;

  list = (): Promise<StandingSchedule[]> =>
    this.isAway
      ? Promise.reject(new Error('Temporal is away'))
      : Promise.resolve([
          {
            ...{ scheduleId: 'settle-daily', isPaused: false, note: null },
            ...{ lastRunAt: new Date(), nextRunAt: null },
          },
        ]);

  carryOut = (order: ScheduleOrder): Promise<boolean> => {
    if (this.isAway) return Promise.reject(new Error('Temporal is away'));
    this.orders.push(order);
    return Promise.resolve(true);
  };
}
