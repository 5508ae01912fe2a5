import { type Client, ScheduleNotFoundError, ScheduleOverlapPolicy } from '@temporalio/client';

/** What can be asked of a Schedule. */
export const scheduleActs = ['RUN_NOW', 'PAUSE', 'RESUME', 'CATCH_UP'] as const;
export type ScheduleAct = (typeof scheduleActs)[number];

/** A Schedule of Temporal, as it stands. */
export interface StandingSchedule {
  readonly scheduleId: string;
  readonly isPaused: boolean;
  /** Why it is paused, or who has last changed it. */
  readonly note: string | null;
  readonly lastRunAt: Date | null;
  readonly nextRunAt: Date | null;
}

export interface ScheduleOrder {
  readonly scheduleId: string;
  readonly act: ScheduleAct;
  /** For CATCH_UP: the runs since then are made up for. */
  readonly since: Date | null;
  /** Who has ordered it, and why; Temporal keeps it with a pause. */
  readonly told: string;
}

/** The way by which operators' wishes reach Schedules. */
export class ScheduleGateway {
  constructor(private readonly client: Client) {}

  async list(): Promise<StandingSchedule[]> {
    const found: StandingSchedule[] = [];
    for await (const { scheduleId, state, info } of this.client.schedule.list()) {
      found.push({
        scheduleId,
        isPaused: state.paused,
        note: state.note || null,
        lastRunAt: info.recentActions.at(-1)?.takenAt ?? null,
        nextRunAt: info.nextActionTimes[0] ?? null,
      });
    }
    return found.toSorted((a, b) => a.scheduleId.localeCompare(b.scheduleId, 'en'));
  }

  /** False: there is no such Schedule. Done twice, it changes nothing more: runs of one day are one run. */
  async carryOut({ scheduleId, act, since, told }: ScheduleOrder): Promise<boolean> {
    const schedule = this.client.schedule.getHandle(scheduleId);
    const end = new Date();
    const acts: Readonly<Record<ScheduleAct, () => Promise<void>>> = {
      RUN_NOW: () => schedule.trigger(ScheduleOverlapPolicy.BUFFER_ONE),
      PAUSE: () => schedule.pause(told),
      RESUME: () => schedule.unpause(told),
      CATCH_UP: () =>
        schedule.backfill({ start: since ?? end, end, overlap: ScheduleOverlapPolicy.BUFFER_ALL }),
    };
    try {
      await acts[act]();
      return true;
    } catch (error) {
      if (error instanceof ScheduleNotFoundError) return false;
      throw error;
    }
  }
}
