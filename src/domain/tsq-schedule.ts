/**
 * When the rail is asked what became of a sending whose answer was lost, and when its "no record" may be believed. A
 * sending that is given up too soon is sent again, and may be paid twice.
 */

const secondMs = 1_000;
const minuteMs = 60 * secondMs;

/** Counted from the moment the answer was lost; after the last of them the pause is `laterPauseMs`. */
const firstAsksMs = [5 * secondMs, 15 * secondMs, 60 * secondMs] as const;
const laterPauseMs = 5 * minuteMs;

/** How long two "no record" lie apart at least, before they count. */
const absenceGapMs = 15 * minuteMs;

/** How long to wait before the next query, `asked` having been made. */
export function queryPauseMs(asked: number): number {
  const at = firstAsksMs[asked];
  if (at === undefined) return laterPauseMs;
  return at - (firstAsksMs[asked - 1] ?? 0);
}

/** What is known about a sending that the rail has no record of. Times in milliseconds since 1970. */
export interface Absence {
  readonly sentAtMs: number;
  /** How long after sending the rail may still carry it out. */
  readonly cutOffMs: number;
  /** The first "no record" that counts; null when none did. */
  readonly sinceMs: number | null;
}

export type AbsenceVerdict =
  | { readonly isLost: true }
  | { readonly isLost: false; readonly sinceMs: number | null };

/** What "no record" at `nowMs` means: lost only the second time, 15 minutes after the first, both past the cut-off. */
export function judgeAbsence(absence: Absence, nowMs: number): AbsenceVerdict {
  const { sentAtMs, cutOffMs, sinceMs } = absence;
  if (nowMs < sentAtMs + cutOffMs) return { isLost: false, sinceMs: null };
  if (sinceMs === null) return { isLost: false, sinceMs: nowMs };
  return nowMs - sinceMs >= absenceGapMs ? { isLost: true } : { isLost: false, sinceMs };
}
