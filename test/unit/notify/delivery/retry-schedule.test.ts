import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  maxWebhookAttempts,
  retryDelayMs,
  retryDelaysMs,
} from '../../../../src/domain/webhook-retry-schedule.js';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** As docs/webhooks.md tells merchants. */
const waits = [
  ...[5 * second, 30 * second, 2 * minute, 5 * minute, 15 * minute, 30 * minute, hour, 2 * hour],
  ...[4 * hour, 8 * hour, 12 * hour, 12 * hour, 24 * hour],
];

test.each(waits.map((ms, at) => [at + 1, ms] as const))(
  'after attempt %i it waits %i ms, a tenth less or more',
  (attempt, ms) => {
    expect(retryDelayMs(attempt, 0.5)).toBe(ms);
    expect(retryDelayMs(attempt, 0)).toBe(Math.round(ms * 0.9));
    expect(retryDelayMs(attempt, 1)).toBe(Math.round(ms * 1.1));
  },
);

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
  ['an hour', 3_600_000, 3_600_000],
  ['longer than an hour', 3_600_001, 3_600_000],
])('honours a Retry-After that is %s', (_which, askedMs, expectedMs) => {
  expect(retryDelayMs(1, 0.5, askedMs)).toBe(expectedMs);
});
