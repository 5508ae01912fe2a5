import { describe, expect, it } from 'vitest';
import { webhookRules } from '../../../../src/domain/webhook-rules.js';
import {
  cardCharging,
  railQuestion,
  railSending,
  webhookAttempt,
} from '../../../../workflows/platform/activity-options.js';

const milliseconds = (duration: unknown): number => {
  const [, count, unit] = /^(\d+)(ms|s|m)$/.exec(String(duration)) ?? [];
  return Number(count) * { ms: 1, s: 1_000, m: 60_000 }[unit as 'ms' | 's' | 'm'];
};
/** How long a bank or an acquirer has for its answer, unless it is configured otherwise. */
const railTimeoutMs = 10_000;

describe('a call that moves money', () => {
  it.each([
    ['a transfer', railSending],
    ['a charge', cardCharging],
  ])('is made once, whatever becomes of its worker: %s', (_, options) => {
    expect(options.retry).toEqual({ maximumAttempts: 1 });
    expect(milliseconds(options.startToCloseTimeout)).toBeGreaterThan(2 * railTimeoutMs);
  });
});

it('a question to a rail outlasts its answer, and is asked again', () => {
  expect(railQuestion.retry?.maximumAttempts).toBeUndefined();
  expect(milliseconds(railQuestion.startToCloseTimeout)).toBeGreaterThan(2 * railTimeoutMs);
});

it('an attempt to reach a merchant outlasts the slowest answer, and is made until it is written down', () => {
  expect(webhookAttempt.retry?.maximumAttempts).toBeUndefined();
  const attemptMs = milliseconds(webhookAttempt.startToCloseTimeout);
  expect(attemptMs).toBeGreaterThan(2 * webhookRules.totalTimeoutMs);
});
