import { expect, it } from 'vitest';
import { processorTime, treeProcessorMs } from '../../support/processor-time.js';

it.skipIf(process.platform !== 'linux')(
  'processor time grows with work, and is that of a tree',
  () => {
    const before = processorTime('self')?.ownMs ?? NaN;
    const until = process.cpuUsage().user + 60_000;
    while (process.cpuUsage().user < until);
    expect(processorTime('self')?.ownMs).toBeGreaterThanOrEqual(before + 50);
    const parent = processorTime(process.ppid)?.ownMs ?? NaN;
    expect(treeProcessorMs(process.ppid)).toBeGreaterThanOrEqual(parent + 60);
  },
);
