import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { atFullRate, atRate } from '../../../../scripts/bench/load.js';

describe('a load', () => {
  it('at full rate has each client ask once at a time', async () => {
    let [underWay, most] = [0, 0];
    const { times, seconds } = await atFullRate(
      async () => {
        underWay += 1;
        most = Math.max(most, underWay);
        await setImmediate();
        underWay -= 1;
      },
      4,
      0.05,
    );
    expect(most).toBe(4);
    expect(times.length).toBeGreaterThanOrEqual(4);
    expect(seconds).toBeGreaterThanOrEqual(0.05);
  });

  it('at a rate waits for no answer, and counts the time from when a request was due', async () => {
    const answers = Promise.withResolvers<void>();
    let calls = 0;
    const { times } = await atRate(
      () => {
        calls += 1;
        if (calls === 50) answers.resolve();
        return answers.promise;
      },
      1_000,
      0.05,
    );
    expect(times).toHaveLength(50);
    expect(times[0]).toBeGreaterThanOrEqual(49);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  it.each([
    ['full', () => atFullRate(() => Promise.reject(new Error('wrong')), 2, 1)],
    ['given', () => atRate(() => Promise.reject(new Error('wrong')), 100, 1)],
  ])('at %s rate ends with the first wrong reply', async (_rate, load) => {
    await expect(load()).rejects.toThrow('wrong');
  });
});
