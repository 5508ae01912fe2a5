import { momentOf } from './moment.js';

const dayMs = 86_400_000;

/** The day that a date such as `2026-11-20` names in Lagos (UTC+1, no summer time); undefined when it is no date. */
export function lagosDay(date: string): { since: Date; before: Date } | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return undefined;
  const since = momentOf(`${date}T00:00:00+01:00`);
  return since && { since, before: new Date(since.getTime() + dayMs) };
}

/** The day in Lagos at that time. */
export function lagosDayOf(at: Date): { since: Date; before: Date } {
  const since = momentOf(`${lagosDate(at)}T00:00:00+01:00`) ?? at;
  return { since, before: new Date(since.getTime() + dayMs) };
}

/** Returns 08:00 of the next day in Lagos, when people are at work again. */
export function nextLagosMorning(at: Date): Date {
  return new Date(lagosDayOf(at).before.getTime() + 8 * 3_600_000);
}

/** The date in Lagos at that time, such as `2026-11-20`. */
export function lagosDate(at: Date): string {
  return new Date(at.getTime() + 3_600_000).toISOString().slice(0, 10);
}

/** The moment of an ISO 8601 time for operators to read, such as `2026-11-20 14:05 (Lagos)`; a dash for none. */
export function readableMoment(at: string | null | undefined): string {
  return at === null || at === undefined ? '–' : `${lagosMoment(new Date(at))} (Lagos)`;
}

/** The moment in Lagos to the minute, such as `2026-11-20 14:05`. */
export function lagosMoment(at: Date): string {
  return new Date(at.getTime() + 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
}

/** The moment in Lagos to the second, such as `2026-11-20 14:05:33`. */
export function lagosTime(at: Date): string {
  return new Date(at.getTime() + 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
}
