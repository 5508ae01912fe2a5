import { expect, it } from 'vitest';
import { readPolled, type PollWish } from '../../../src/http/polling.js';

/** A counter that goes up by one at each notice. */
function counter(notices: number, isFinal = (_value: number): boolean => false) {
  let value = 0;
  let reads = 0;
  const changes = {
    waitFor: async (_id: string, _timeoutMs: number, signal?: AbortSignal): Promise<void> => {
      if (signal?.aborted === true || value >= notices) return;
      await Promise.resolve();
      value += 1;
    },
  };
  const reading = {
    id: () => 'one',
    read: async () => ((reads += 1), value),
    etagOf: (state: number) => `W/"${state}"`,
    isFinal,
  };
  const waiting = { changes, shutdown: new AbortController().signal };
  return { ask: (wish: PollWish) => readPolled(reading, wish, waiting), reads: () => reads };
}

it('answers at once what the caller has not seen', async () => {
  const { ask, reads } = counter(5);
  const wish = { ifNoneMatch: 'W/"7"', waitMs: 1_000 };
  expect(await ask(wish)).toEqual({ etag: 'W/"0"', state: 0 });
  expect(reads()).toBe(1);
});

it('answers nothing of what the caller has seen, when it would not wait', async () => {
  const wish = { ifNoneMatch: 'W/"0"', waitMs: 0 };
  expect(await counter(5).ask(wish)).toEqual({ etag: 'W/"0"', state: undefined });
});

it.each([undefined, 'W/"0"'])('waits for another state than %s', async (ifNoneMatch) => {
  expect(await counter(5).ask({ ifNoneMatch, waitMs: 1_000 })).toEqual({ etag: 'W/"1"', state: 1 });
});

it('does not wait for what is final', async () => {
  const { ask } = counter(5, () => true);
  expect(await ask({ ifNoneMatch: 'W/"0"', waitMs: 1_000 })).toMatchObject({ state: undefined });
  expect(await ask({ ifNoneMatch: undefined, waitMs: 1_000 })).toMatchObject({ state: 0 });
});

it('gives up when time is up', async () => {
  const { ask } = counter(0);
  expect(await ask({ ifNoneMatch: 'W/"0"', waitMs: 30 })).toMatchObject({ state: undefined });
});
