import { appendFileSync } from 'node:fs';

/** One line of what a run with `--timing` writes down; every process that takes part adds its own. */
export type TimingLine = PhaseLine | FileLine;

/** Something a run does as a whole. */
export interface PhaseLine {
  readonly phase: string;
  /** Since the epoch. */
  readonly beganAtMs: number;
  readonly wallMs: number;
  /** Of the processes that did it; left out where nobody knows. */
  readonly cpuMs?: number;
}

export interface FileLine {
  readonly file: string;
  readonly project: string;
  readonly beganAtMs: number;
  readonly wallMs: number;
  /** Of it: starting the fork, importing, transforming. */
  readonly loadMs: number;
  /** Of the fork itself. */
  readonly cpuMs: number | undefined;
  /** Of the programs that it started. */
  readonly programsCpuMs: number | undefined;
  readonly tests: number;
}

/** Where to write; set by scripts/test.mjs when times are asked for. */
const timingFile = process.env['MANILLA_TEST_TIMING'];

export function noteTiming(line: TimingLine): void {
  if (timingFile !== undefined) appendFileSync(timingFile, `${JSON.stringify(line)}\n`);
}

/** Notes how long a part of the set-up takes. */
export async function timed<Result>(phase: string, work: () => Promise<Result>): Promise<Result> {
  const beganAtMs = Date.now();
  try {
    return await work();
  } finally {
    noteTiming({ phase, beganAtMs, wallMs: Date.now() - beganAtMs });
  }
}
