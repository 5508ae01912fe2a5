import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { wordFiling } from '../../../../src/reports/search/word-filing.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('looks through the last minutes until nothing is left, then only at the newest for 15 seconds', async () => {
  const left = [250, 3, 0, 0, 250, 1];
  const newest: boolean[] = [];
  const { file } = wordFiling({
    file: (_limit, isNewest) => {
      newest.push(isNewest);
      return Promise.resolve(left.shift() ?? 0);
    },
  });
  expect([await file(), await file()]).toEqual([true, false]);
  vi.advanceTimersByTime(14_999);
  expect(await file()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(await file()).toBe(false);
  expect([await file(), await file()]).toEqual([true, false]);
  expect(newest).toEqual([false, false, true, false, true, true]);
});
