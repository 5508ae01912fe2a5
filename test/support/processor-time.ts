import { readdirSync, readFileSync } from 'node:fs';

/** What /proc tells of a process, in milliseconds of processor time. */
export interface ProcessorTime {
  readonly ownMs: number;
  /** Of children that have ended and were waited for, and of theirs. */
  readonly endedChildrenMs: number;
  readonly parent: number;
}

/** Linux counts in hundredths of a second wherever it shows times to programs. */
const tickMs = 10;

/** Undefined where there is no /proc, and when the process has gone. */
export function processorTime(pid: number | 'self'): ProcessorTime | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command in brackets and may itself hold spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = (index: number): number => Number(fields[index]) * tickMs;
    return {
      parent: Number(fields[1]),
      ownMs: ticks(11) + ticks(12),
      endedChildrenMs: ticks(13) + ticks(14),
    };
  } catch {
    return undefined;
  }
}

/** Of a process and of everything it started, running or ended. */
export function treeProcessorMs(root: number): number | undefined {
  const found = processorTime(root);
  if (found === undefined) return undefined;
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), time: processorTime(Number(name)) }));
  const total = (pid: number, { ownMs, endedChildrenMs }: ProcessorTime): number =>
    all.reduce(
      (sum, child) => (child.time?.parent === pid ? sum + total(child.pid, child.time) : sum),
      ownMs + endedChildrenMs,
    );
  return total(root, found);
}
