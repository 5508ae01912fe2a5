import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { KeyedRequest } from '../../../src/http/idempotency.js';
import { HeldKeys } from '../../../src/http/held-keys.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const request: KeyedRequest = {
  caller: 'mid_1',
  key: 'key-1',
  fingerprint: Buffer.alloc(32),
  attempt: 'attempt-1',
};

/** Writes down what is asked of a store; while it is away, everything fails. */
function storeOf() {
  const asked: string[] = [];
  const state = { isAway: false, leaseMs: 0 };
  const note = async (call: string) => {
    if (state.isAway) throw new Error('Connection terminated unexpectedly');
    asked.push(call);
  };
  const store = {
    begin: async (_request: KeyedRequest, leaseMs: number) => {
      state.leaseMs = leaseMs;
      await note('begin');
      return { outcome: 'BEGUN' } as const;
    },
    renew: (requests: readonly KeyedRequest[]) => note(`renew ${requests.length}`),
    finish: () => note('finish'),
    release: () => note('release'),
  };
  return { asked, state, keys: new HeldKeys(store, { warn: () => {} }) };
}

it('holds a key for seconds, and longer only while its request is carried out', async () => {
  const { asked, state, keys } = storeOf();
  await keys.begin(request);
  expect(state.leaseMs).toBeLessThanOrEqual(5_000);
  await vi.advanceTimersByTimeAsync(state.leaseMs);
  expect(asked).toContain('renew 1');
  await keys.keep(request, 200, Buffer.alloc(0));
  asked.length = 0;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual([]);
});

it.each([
  ['an answer', 'finish'],
  ['a key that is given back', 'release'],
])('writes %s when the database is back', async (_name, write) => {
  const { asked, state, keys } = storeOf();
  await keys.begin(request);
  state.isAway = true;
  await (write === 'finish' ? keys.keep(request, 200, Buffer.alloc(0)) : keys.release(request));
  await vi.advanceTimersByTimeAsync(60_000);
  state.isAway = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked).toEqual(['begin', write]);
});

it('gives a key back that may have been taken when the answer was lost', async () => {
  const { asked, state, keys } = storeOf();
  state.isAway = true;
  await expect(keys.begin(request)).rejects.toThrow('terminated');
  state.isAway = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked).toEqual(['release']);
});
