import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, ScheduleNotFoundError, type ScheduleOverlapPolicy } from '@temporalio/client';

const patienceMs = 60_000;

/** Has a schedule run now. A worker makes the schedules a moment after it is ready, and a busy machine takes its time. */
export async function triggerSchedule(
  { schedule }: Client,
  id: string,
  overlap?: ScheduleOverlapPolicy,
): Promise<void> {
  for (const endsAt = Date.now() + patienceMs; ;) {
    try {
      return await schedule.getHandle(id).trigger(overlap);
    } catch (error) {
      if (!(error instanceof ScheduleNotFoundError) || Date.now() > endsAt) throw error;
      await sleep(200);
    }
  }
}
