import { describe, expect, it } from 'vitest';
import { messageDelayMs, quietUntil } from '../../../src/domain/message-schedule.js';

const waits = (at: string): string | null => quietUntil(new Date(at))?.toISOString() ?? null;

describe('the night of SMS', () => {
  it.each([
    ['the last moment of the evening', '2026-11-26T20:59:59.999+01:00', null],
    ['nine in the evening', '2026-11-26T21:00:00.000+01:00', '2026-11-27T07:00:00.000Z'],
    ['the last moment of the day', '2026-11-26T23:59:59.999+01:00', '2026-11-27T07:00:00.000Z'],
    ['midnight in Lagos', '2026-11-27T00:00:00.000+01:00', '2026-11-27T07:00:00.000Z'],
    ['midnight in UTC', '2026-11-27T00:00:00.000Z', '2026-11-27T07:00:00.000Z'],
    ['the last moment of the night', '2026-11-27T07:59:59.999+01:00', '2026-11-27T07:00:00.000Z'],
    ['eight in the morning', '2026-11-27T08:00:00.000+01:00', null],
  ])('at %s', (_what, at, until) => {
    expect(waits(at)).toBe(until);
  });

  it('ends in the next month, and in the next year', () => {
    expect(waits('2026-02-28T22:00:00+01:00')).toBe('2026-03-01T07:00:00.000Z');
    expect(waits('2028-02-28T22:00:00+01:00')).toBe('2028-02-29T07:00:00.000Z');
    expect(waits('2026-12-31T22:30:00+01:00')).toBe('2027-01-01T07:00:00.000Z');
  });
});

describe('the next attempt', () => {
  it('comes ten times, ever later, and not an eleventh time', () => {
    const waitsMs = Array.from({ length: 10 }, (_, at) => messageDelayMs(at + 1, 0.5) ?? 0);
    expect(waitsMs).toEqual(waitsMs.toSorted((one, other) => one - other));
    expect(waitsMs.reduce((sum, wait) => sum + wait, 0) / 3_600_000).toBeCloseTo(40, -1);
    expect(messageDelayMs(11, 0.5)).toBeUndefined();
  });

  it('comes no sooner than the other side asks', () => {
    expect(messageDelayMs(1, 0, 600_000)).toBeGreaterThanOrEqual(600_000);
  });
});
