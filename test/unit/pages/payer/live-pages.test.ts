import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { LivePages } from '../../../../src/pages/payer/live-pages.js';

class Listener extends EventEmitter {
  isEnded = false;
  write(): boolean {
    return true;
  }
  end(): void {
    this.isEnded = true;
    this.emit('close');
  }
}

/** Pages on which nothing changes. */
function livePages(limits: { perPage: number; perProcess: number }) {
  const waits: number[] = [];
  const watch = {
    until: (current: unknown, _isNews: unknown, ms: number, gone: AbortSignal) => {
      waits.push(ms);
      return new Promise((resolve) => gone.addEventListener('abort', () => resolve(current)));
    },
  };
  const live = new LivePages(watch as never, new AbortController().signal, limits);
  const drawn = { key: 'k', html: () => '', state: 'choose', isFinal: false };
  const open = (checkoutId: string, network: string): Listener | undefined => {
    if (!live.makeRoom(checkoutId, network)) return undefined;
    const listener = new Listener();
    void live.serve(listener as unknown as ServerResponse, {
      ...{ checkout: { checkoutId } as never, network, seen: undefined, draw: () => drawn },
    });
    return listener;
  };
  return { open, waits };
}
const turn = () => new Promise(setImmediate);

it('one network that listens to everything keeps nobody out', async () => {
  const { open } = livePages({ perPage: 8, perProcess: 20 });
  const greedy = Array.from({ length: 30 }, (_, at) => open(`chk-${at}`, 'a'));
  expect(greedy.filter((each) => each !== undefined)).toHaveLength(20);
  const payers = ['b', 'c', 'd'].map((network) => open('chk-100', network));
  await turn();
  expect(payers.every((each) => each?.isEnded === false)).toBe(true);
  expect(greedy.filter((each) => each?.isEnded === true)).toHaveLength(3);
  expect(greedy[0]?.isEnded).toBe(true);
});

it('one network that listens to one page eight times does not keep its payer out', async () => {
  const { open } = livePages({ perPage: 8, perProcess: 100 });
  const greedy = Array.from({ length: 9 }, () => open('chk-1', 'a'));
  expect(greedy.filter((each) => each !== undefined)).toHaveLength(8);
  const other = open('chk-2', 'a');
  const payer = open('chk-1', 'b');
  await turn();
  expect([payer?.isEnded, other?.isEnded]).toEqual([false, false]);
  expect(greedy.filter((each) => each?.isEnded === true)).toHaveLength(1);
});

it('nobody is put out for one who has as many already', async () => {
  const { open } = livePages({ perPage: 8, perProcess: 4 });
  const listeners = ['a', 'a', 'b', 'b'].map((network, at) => open(`chk-${at}`, network));
  expect(open('chk-9', 'c')).toBeDefined();
  expect(open('chk-8', 'c')).toBeUndefined();
  expect(open('chk-7', 'b')).toBeUndefined();
  await turn();
  expect(listeners.filter((each) => each?.isEnded === true)).toHaveLength(1);
});

it('a page that waits for news connects again after ten minutes', async () => {
  const { open, waits } = livePages({ perPage: 8, perProcess: 20 });
  open('chk-1', 'a');
  await turn();
  expect(waits).toHaveLength(1);
  expect(waits[0]).toBeLessThanOrEqual(600_000);
  expect(waits[0]).toBeGreaterThan(595_000);
});
