import { expect, it } from 'vitest';
import { FailureLimiter } from '../../../src/auth/failure-limiter.js';

const minutes = (count: number): number => count * 60_000;

it('blocks a name after so many failures until 15 minutes after the first', () => {
  const limiter = new FailureLimiter(3);
  limiter.fail('a', minutes(0));
  limiter.fail('a', minutes(1));
  expect(limiter.blockedFor('a', minutes(2))).toBeUndefined();
  limiter.fail('a', minutes(2));
  expect(limiter.blockedFor('a', minutes(2))).toBe(13 * 60);
  expect(limiter.blockedFor('a', minutes(15) - 1)).toBe(1);
  expect(limiter.blockedFor('a', minutes(15))).toBeUndefined();
});

it('leaves other names alone', () => {
  const limiter = new FailureLimiter(1);
  limiter.fail('a', 0);
  expect(limiter.blockedFor('a', 1)).toBeDefined();
  expect(limiter.blockedFor('b', 1)).toBeUndefined();
});

it('begins anew after a success and after the window', () => {
  const limiter = new FailureLimiter(2);
  limiter.fail('a', 0);
  limiter.succeed('a');
  limiter.fail('a', 1);
  expect(limiter.blockedFor('a', 2)).toBeUndefined();
  limiter.fail('a', minutes(16));
  expect(limiter.blockedFor('a', minutes(16))).toBeUndefined();
});
