import { expect, it } from 'vitest';
import {
  type ProcessorTimes,
  ProcessorWatch,
} from '../../../../src/platform/observability/processor-watch.js';

/** What is seen: so many milliseconds of 1,000 in which the processors, and the event loop, had nothing to do. */
function seen(atMs: number, idle = 0, loopIdle = 0): ProcessorTimes {
  const loop = { idle: loopIdle, active: atMs - loopIdle, utilization: 0 };
  return { atMs, idleMs: idle, wholeMs: atMs, loop };
}

function watchOf(...looks: readonly ProcessorTimes[]): ProcessorWatch {
  const left = [...looks];
  return new ProcessorWatch(() => left.shift() ?? expect.fail('no more looks'));
}

it.each([
  [0, true],
  [150, true],
  [160, false],
  [1_000, false],
])('the machine is busy when its processors were idle for %i ms of 1,000: %s', (idle, isBusy) => {
  expect(watchOf(seen(0), seen(1_000, idle, 1_000)).isBusy()).toBe(isBusy);
});

it.each([
  [0, true],
  [150, true],
  [160, false],
])('a machine is busy when this thread was idle for %i ms of 1,000: %s', (loopIdle, isBusy) => {
  expect(watchOf(seen(0), seen(1_000, 1_000, loopIdle)).isBusy()).toBe(isBusy);
});

it('counts from the look before, and does not look anew within a quarter of a second', () => {
  const watch = watchOf(
    seen(0),
    seen(1_000, 0, 0),
    seen(1_249, 249, 249),
    seen(1_250, 250, 250),
    seen(2_250, 250, 250),
  );
  expect([watch.isBusy(), watch.isBusy(), watch.isBusy(), watch.isBusy()]).toEqual([
    true,
    true,
    false,
    true,
  ]);
});

it('is not busy on a machine that does not tell its times, while the thread has time', () => {
  const silent = (atMs: number) => ({ ...seen(atMs, 0, atMs), wholeMs: 0 });
  expect(watchOf(silent(0), silent(1_000)).isBusy()).toBe(false);
});

it('reads the times of the machine', () => {
  expect(typeof new ProcessorWatch().isBusy()).toBe('boolean');
});
