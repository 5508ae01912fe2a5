import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, ScheduleNotFoundError, type ScheduleOverlapPolicy } from '@temporalio/client';

const patienceMs = 60_000;

/** Has a schedule run now. */
export function triggerSchedule(
  { schedule }: Client,
  id: string,
  overlap?: ScheduleOverlapPolicy,
): Promise<void> {
  return onceItIsThere(() => schedule.getHandle(id).trigger(overlap));
}

/** A worker makes the schedules a moment after it is ready, and a busy machine takes its time. */
export async function onceItIsThere(act: () => Promise<void>): Promise<void> {
  for (const endsAt = Date.now() + patienceMs; ;) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof ScheduleNotFoundError) || Date.now() > endsAt) throw error;
      await sleep(200);
    }
  }
}
