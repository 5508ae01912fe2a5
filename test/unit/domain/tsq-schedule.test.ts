import { describe, expect, test } from 'vitest';
import { type Absence, judgeAbsence, queryPauseMs } from '../../../src/domain/tsq-schedule.js';

const minuteMs = 60_000;

describe('the pauses between status queries', () => {
  test('make them come 5, 15 and 60 seconds after the answer was lost, then every 5 minutes', () => {
    let at = 0;
    const times = [0, 1, 2, 3, 4].map((asked) => (at += queryPauseMs(asked)));
    expect(times).toEqual([5_000, 15_000, 60_000, 360_000, 660_000]);
  });
});

describe('"no record"', () => {
  const sentAtMs = Date.UTC(2026, 10, 21);
  const cutOffMs = 30 * minuteMs;
  const before: Absence = { sentAtMs, cutOffMs, sinceMs: null };
  const cutOff = sentAtMs + cutOffMs;

  test('does not count while the rail may still carry the sending out', () => {
    expect(judgeAbsence(before, cutOff - 1)).toEqual({ isLost: false, sinceMs: null });
  });

  test('counts from the cut-off on, but once is not enough', () => {
    expect(judgeAbsence(before, cutOff)).toEqual({ isLost: false, sinceMs: cutOff });
  });

  test('twice is not enough when the two lie less than 15 minutes apart', () => {
    const since = { ...before, sinceMs: cutOff };
    expect(judgeAbsence(since, cutOff + 15 * minuteMs - 1)).toEqual({
      isLost: false,
      sinceMs: cutOff,
    });
  });

  test('twice, 15 minutes apart and both past the cut-off, is a loss', () => {
    const since = { ...before, sinceMs: cutOff };
    expect(judgeAbsence(since, cutOff + 15 * minuteMs)).toEqual({ isLost: true });
  });

  test('of before the cut-off does not help one of after it', () => {
    let absence = before;
    for (let at = sentAtMs; at <= cutOff; at += 5 * minuteMs) {
      const verdict = judgeAbsence(absence, at);
      if (verdict.isLost) throw new Error(`lost at ${at - sentAtMs}`);
      absence = { ...absence, sinceMs: verdict.sinceMs };
    }
    expect(absence.sinceMs).toBe(cutOff);
  });
});
