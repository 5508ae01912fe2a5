import { expect, it } from 'vitest';
import type { Load } from '../../../../scripts/bench/load.js';
import type { MachineTime } from '../../../../scripts/running/processes.js';
import { sample } from '../../../../scripts/bench/sample.js';

/** Loads that take 1, 2, 3 ... ms, while so many percent are stolen. */
function disturbedBy(percents: readonly number[]) {
  let [count, stolen] = [0, 0];
  const load = (): Promise<Load> => {
    stolen += percents[count] ?? 0;
    return Promise.resolve({ times: [(count += 1)], seconds: 1 });
  };
  const readTime = (): MachineTime => ({ all: count * 100, stolen });
  return { load, readTime };
}

it.each([
  ['nothing was stolen', [0], { p95: 1, stolenPercent: 0, samples: 1 }],
  ['a little was stolen', [3, 0], { p95: 1, stolenPercent: 3, samples: 1 }],
  ['the host was busy for a while', [9, 4, 2, 0], { p95: 3, stolenPercent: 2, samples: 3 }],
  ['the host was busy always', [9, 4, 8, 7, 6, 0], { p95: 2, stolenPercent: 4, samples: 5 }],
])('takes the least disturbed sample when %s', async (_, percents, expected) => {
  const { load, readTime } = disturbedBy(percents);
  expect(await sample('pages', load, readTime)).toMatchObject(expected);
});
