import { dailyRunHour, type SettlementCycle } from './settlement-cycle.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Africa/Lagos is UTC+1 all year. */
const lagosOffsetMs = hourMs;

/**
 * Returns the time up to which a run takes received money: for a daily run the Lagos midnight before it, for an instant
 * run the moment at which it was due.
 */
export function cutOffOf(cycle: SettlementCycle, dueAt: Date): Date {
  if (cycle === 'INSTANT') return dueAt;
  const local = dueAt.getTime() + lagosOffsetMs;
  return new Date(local - (local % dayMs) - lagosOffsetMs);
}

/**
 * Returns the time in milliseconds until which a run may wait for a merchant. A run that waits longer delays the next
 * one, which settles that merchant as well. The next instant run is a few minutes away, so an instant run never waits.
 */
export function waitsUntil(cycle: SettlementCycle, cutOff: Date): number {
  const nextRunMs = cycle === 'INSTANT' ? 0 : dayMs + dailyRunHour * hourMs;
  return cutOff.getTime() + nextRunMs;
}
