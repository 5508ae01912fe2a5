import { describe, expect, it } from 'vitest';
import type { FileLine, TimingLine } from '../../../../scripts/test/phases.js';
import { processorTime, treeProcessorMs } from '../../../../scripts/test/processor-time.js';
import { secondsByTest } from '../../../../scripts/test/test-times.js';
import { timingTable } from '../../../../scripts/test/timing-table.js';

const file = (name: string, changes: Partial<FileLine> = {}): FileLine => ({
  ...{ file: name, project: 'e2e', beganAtMs: 2_000, wallMs: 9_000, loadMs: 1_000, tests: 3 },
  ...{ cpuMs: 2_000, programsCpuMs: 4_000, ...changes },
});
const lines: TimingLine[] = [
  { phase: 'build', beganAtMs: 1_500, wallMs: 500 },
  { phase: 'installation', beganAtMs: 1_000, wallMs: 100, cpuMs: 50 },
  file('short', { wallMs: 1_500, cpuMs: 1_000, programsCpuMs: 1_000, tests: 1 }),
  file('long'),
];
const cells = (table: readonly string[]) => table.map((line) => line.split(/\s{2,}/));

describe('the table of a run', () => {
  const table = cells(timingTable(lines, { endedAtMs: 21_000, cpuMs: 8_000 }));

  it('has the phases as they came, and the files by how long they took', () => {
    expect(table.slice(1, 3)).toEqual([
      ['installation', '0.0', '0.1', '0.1'],
      ['build', '0.5', '0.5', '-'],
    ]);
    expect(table.filter(([name]) => name === 'long' || name === 'short')).toEqual([
      ['long', '9.0', '1.0', '2.0', '4.0', '3.0', '3'],
      // Its fork and its programs have computed at the same time.
      ['short', '1.5', '1.0', '1.0', '1.0', '0.0', '1'],
    ]);
  });

  it('sums the files of each kind, and says how busy the machine was', () => {
    expect(table.find(([name]) => name === 'e2e (2)')).toEqual([
      ...['e2e (2)', '10.5', '2.0', '3.0', '5.0', '3.0', '4'],
    ]);
    expect(table.at(-1)?.[0]).toMatch(
      /the whole run took 20\.0 s, and 8\.0 s of processor time: \d+ %/,
    );
  });

  it('says nothing of processors where the system does not tell', () => {
    const unknown = [file('a', { cpuMs: undefined, programsCpuMs: undefined })];
    const told = timingTable(unknown, { endedAtMs: 12_000, cpuMs: undefined });
    expect(cells(told).find(([name]) => name === 'a')).toEqual([
      'a',
      '9.0',
      '1.0',
      '-',
      '-',
      '-',
      '3',
    ]);
    expect(told.at(-1)).toBe('the whole run took 10.0 s');
  });
});

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

it('a file that has not run yet is taken for one of its kind', () => {
  const seconds = secondsByTest({ 'test/e2e/api/query.test.ts': 7 });
  expect(seconds('test/e2e/api/query.test.ts')).toBe(7);
  expect(seconds('test/unit/new.test.ts')).toBeLessThan(seconds('test/e2e/api/new.test.ts'));
});
