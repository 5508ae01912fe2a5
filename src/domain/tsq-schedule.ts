/**
 * The times at which the rail is asked for the outcome of a sending whose answer was lost, and the time from which its
 * "no record" counts. A sending that is given up too soon is sent again, and may be paid twice.
 */

const secondMs = 1_000;
const minuteMs = 60 * secondMs;

/** The times of the first queries, counted from the moment the answer was lost. After them the pause is `laterPauseMs`. */
const firstAsksMs = [5 * secondMs, 15 * secondMs, 60 * secondMs] as const;
const laterPauseMs = 5 * minuteMs;

/** The time for which a charge or a refund of a card that the acquirer has no record of may still reach it. */
export const cardCutOffMs = 5 * minuteMs;

/** The least time between two answers of "no record" that both count. */
const absenceGapMs = 15 * minuteMs;

/** Returns the wait before the next query, after `asked` queries. */
export function queryPauseMs(asked: number): number {
  const at = firstAsksMs[asked];
  if (at === undefined) return laterPauseMs;
  return at - (firstAsksMs[asked - 1] ?? 0);
}

/** The facts about a sending that the rail has no record of. Times are in milliseconds since 1970. */
export interface Absence {
  readonly sentAtMs: number;
  /** The time after sending in which the rail may still carry the transfer out. */
  readonly cutOffMs: number;
  /** The first "no record" that counts; null when none did. */
  readonly sinceMs: number | null;
}

export type AbsenceVerdict =
  | { readonly isLost: true }
  | { readonly isLost: false; readonly sinceMs: number | null };

/**
 * Judges a "no record" at `nowMs`. The sending is lost only at the second one, 15 minutes after the first, and both
 * after the cut-off.
 */
export function judgeAbsence(absence: Absence, nowMs: number): AbsenceVerdict {
  const { sentAtMs, cutOffMs, sinceMs } = absence;
  if (nowMs < sentAtMs + cutOffMs) return { isLost: false, sinceMs: null };
  if (sinceMs === null) return { isLost: false, sinceMs: nowMs };
  return nowMs - sinceMs >= absenceGapMs ? { isLost: true } : { isLost: false, sinceMs };
}
