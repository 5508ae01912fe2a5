import { expect, it } from 'vitest';
import { cpuByThread } from '../../../../scripts/bench/split.js';

it('tells what each thread has spent on a checkout, the dearest first and the cheap not at all', () => {
  const before = new Map([
    ['api MainThread', 1_000],
    ['temporal temporal-server', 500],
  ]);
  const after = new Map([
    ['api MainThread', 1_300],
    ['worker tokio', 1],
    ['temporal temporal-server', 1_500],
    ['postgres shop', 100],
  ]);
  expect(Object.entries(cpuByThread(before, after, 100))).toEqual([
    ['temporal temporal-server', 10],
    ['api MainThread', 3],
    ['postgres shop', 1],
  ]);
});
