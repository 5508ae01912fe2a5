/** Prints the table of `npm test -- --timing` from what the processes of the run wrote down; argument: that file. */
import { readFileSync } from 'node:fs';
import { processorTime } from './processor-time.ts';
import { timingTable } from './timing-table.ts';
import type { TimingLine } from './phases.ts';

const lines = readFileSync(process.argv[2] ?? '', 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as TimingLine);
// Whoever calls this has waited for everything else that ran.
const caller = processorTime(process.ppid);
const cpuMs = caller === undefined ? undefined : caller.ownMs + caller.endedChildrenMs;
console.log(timingTable(lines, { endedAtMs: Date.now(), cpuMs }).join('\n'));
