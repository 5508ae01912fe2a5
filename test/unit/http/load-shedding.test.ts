import { expect, it } from 'vitest';
import type { ApiError } from '../../../src/http/api-error.js';
import { LoadShedding } from '../../../src/http/load-shedding.js';

const connections = 4;
function shedding() {
  const queue = { waitingCount: 0, options: { max: connections } };
  let clock = 0;
  const load = new LoadShedding(queue, () => clock);
  const isServed = (caller: string, now = 0): boolean => {
    clock = now;
    try {
      load.admit(caller);
      return true;
    } catch (error) {
      const { reason, details } = error as ApiError;
      expect({ reason, headers: details.headers }).toEqual({
        reason: 'MAINTENANCE',
        headers: { 'retry-after': '1' },
      });
      return false;
    }
  };
  const served = (caller: string, requests: number) =>
    Array.from({ length: requests }, () => isServed(caller)).filter(Boolean).length;
  return { queue, isServed, served };
}

it('serves everybody while nobody has to wait for long', () => {
  const { queue, served } = shedding();
  queue.waitingCount = connections * 32 - 1;
  expect(served('busy', 1_000)).toBe(1_000);
});

it('refuses the merchant that fills the queue, and serves the others', () => {
  const { queue, served } = shedding();
  served('busy', 100);
  queue.waitingCount = connections * 32;
  expect(served('busy', 10)).toBe(0);
  expect([served('quiet', 5), served('new', 5)]).toEqual([5, 5]);
  expect(served('busy', 10)).toBe(0);
});

it('leaves room in the queue for others when one merchant alone fills it', () => {
  const { queue, served } = shedding();
  queue.waitingCount = connections * 32;
  expect(served('alone', 50)).toBe(1);
});

it('shares alike between merchants that ask alike', () => {
  const { queue, isServed } = shedding();
  queue.waitingCount = connections * 32;
  const count = { one: 0, two: 0, three: 0 };
  for (let round = 0; round < 90; round += 1) {
    for (const caller of ['one', 'two', 'three'] as const) {
      if (isServed(caller)) count[caller] += 1;
    }
  }
  expect(Math.max(...Object.values(count)) - Math.min(...Object.values(count))).toBeLessThan(2);
});

it('refuses everybody when the queue is full, and looks anew each second', () => {
  const { queue, isServed, served } = shedding();
  served('busy', 100);
  queue.waitingCount = connections * 64;
  expect([isServed('busy'), isServed('quiet')]).toEqual([false, false]);
  queue.waitingCount = connections * 32;
  expect(isServed('busy', 1_000)).toBe(true);
});
