import { expect, test } from 'vitest';
import { healingPauseMs } from '../../../workflows/self-healing.js';

test('a parked step is tried again after growing pauses, never more than a minute apart for hours', () => {
  const pauses = [0, 1, 2, 3, 4, 400].map((tries) => healingPauseMs(tries, 0.5));
  expect(pauses).toEqual([5_000, 10_000, 20_000, 40_000, 45_000, 45_000]);
  expect(healingPauseMs(400, 1)).toBeLessThan(60_000);
});

test('the tries of a day leave a history that a checkout can bear', () => {
  let tries = 0;
  for (let ms = 0; ms < 86_400_000; tries += 1) ms += healingPauseMs(tries, 0.5);
  expect(tries * 6).toBeLessThan(5_000);
});

test('those that parked together do not come back together', () => {
  expect([0, 1].map((random) => healingPauseMs(4, random))).toEqual([33_750, 56_250]);
});
