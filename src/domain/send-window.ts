import { dailyRunHour } from './settlement-cycle.js';

/**
 * The time at which a payout is tried again after a refusal for a passing reason. Tries stop when the window ends. A
 * payout that is given up returns to the merchant's balance at once, and the next run pays it.
 */

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Africa/Lagos is UTC+1 all year. */
const lagosOffsetMs = hourMs;
/** The daily run and its window, in Lagos. */
const opensAtMs = dailyRunHour * hourMs;
const closesAtMs = 9 * hourMs;

const pausesMs = [minuteMs, 5 * minuteMs, 15 * minuteMs] as const;
const laterPauseMs = 30 * minuteMs;

/**
 * Returns the end of the tries: 09:00 in Lagos for a payout that begins in the window of the daily run, but at least an
 * hour for all. Milliseconds since 1970.
 */
export function sendWindowEnd(beginsAtMs: number): number {
  const timeOfDay = (beginsAtMs + lagosOffsetMs) % dayMs;
  const leftMs = timeOfDay < opensAtMs ? 0 : closesAtMs - timeOfDay;
  return beginsAtMs + Math.max(leftMs, hourMs);
}

/** The pause after so many refusals; undefined when the window ends before the pause is over. */
export function resendPauseMs(refusals: number, nowMs: number, endsMs: number): number | undefined {
  const pauseMs = pausesMs[refusals - 1] ?? laterPauseMs;
  return nowMs + pauseMs <= endsMs ? pauseMs : undefined;
}
