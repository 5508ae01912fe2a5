import type { SettlementCycle } from './settlement-cycle.js';

const dayMs = 86_400_000;
/** Africa/Lagos is UTC+1 all year. */
const lagosOffsetMs = 3_600_000;

/**
 * Returns the time up to which a run takes received money: for a daily run the Lagos midnight before it, for an instant
 * run the moment at which it was due.
 */
export function cutOffOf(cycle: SettlementCycle, dueAt: Date): Date {
  if (cycle === 'INSTANT') return dueAt;
  const local = dueAt.getTime() + lagosOffsetMs;
  return new Date(local - (local % dayMs) - lagosOffsetMs);
}
