import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  maxWebhookAttempts,
  retryDelayMs,
  retryDelaysMs,
} from '../../../src/domain/webhook-retry-schedule.js';

test('makes 14 attempts over about 64 hours', () => {
  expect(maxWebhookAttempts).toBe(14);
  const hours = retryDelaysMs.reduce((sum, delay) => sum + delay, 0) / 3_600_000;
  expect(hours).toBeCloseTo(63.88, 2);
});

test('stays within ten per cent of the schedule, and ends after the last attempt', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 13 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempt, random) => {
        const planned = retryDelaysMs[attempt - 1] ?? 0;
        const delay = retryDelayMs(attempt, random) ?? 0;
        expect(Math.abs(delay - planned)).toBeLessThanOrEqual(planned / 10 + 1);
      },
    ),
  );
  expect(retryDelayMs(14, 0.5)).toBeUndefined();
});

test.each([
  ['longer than the schedule', 60_000, 60_000],
  ['shorter than the schedule', 1000, 5000],
  ['longer than an hour', 7_200_000, 3_600_000],
])('honours a Retry-After that is %s', (_which, askedMs, expectedMs) => {
  expect(retryDelayMs(1, 0.5, askedMs)).toBe(expectedMs);
});
