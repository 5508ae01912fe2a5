import { describe, expect, test } from 'vitest';
import { resendPauseMs, sendWindowEnd } from '../../../src/domain/send-window.js';

const at = (text: string): number => Date.parse(text);
const minuteMs = 60_000;

describe('the window', () => {
  test.each([
    ['2026-11-23T06:00:00+01:00', '2026-11-23T09:00:00+01:00'],
    ['2026-11-23T00:00:00+01:00', '2026-11-23T01:00:00+01:00'],
    ['2026-11-23T05:59:59.999+01:00', '2026-11-23T06:59:59.999+01:00'],
    ['2026-11-23T08:00:00+01:00', '2026-11-23T09:00:00+01:00'],
    ['2026-11-23T08:30:00+01:00', '2026-11-23T09:30:00+01:00'],
    ['2026-11-23T23:30:00+01:00', '2026-11-24T00:30:00+01:00'],
  ])('of what begins at %s ends at %s', (begins, ends) => {
    expect(new Date(sendWindowEnd(at(begins)))).toEqual(new Date(ends));
  });
});

describe('what is refused', () => {
  const begins = at('2026-11-23T06:00:00+01:00');
  const ends = sendWindowEnd(begins);

  test('is tried again after 1, 5, 15 and then 30 minutes', () => {
    const pauses = [1, 2, 3, 4, 5].map((refusals) => resendPauseMs(refusals, begins, ends));
    expect(pauses).toEqual([1, 5, 15, 30, 30].map((minutes) => minutes * minuteMs));
  });

  test('is tried for the last time when the window ends, and not after', () => {
    expect(resendPauseMs(4, ends - 30 * minuteMs, ends)).toBe(30 * minuteMs);
    expect(resendPauseMs(4, ends - 30 * minuteMs + 1, ends)).toBeUndefined();
  });
});
