import type { Mutant } from '../../test/mutants/mutant.ts';
import type { RanTest, TestRun } from './test-run.ts';

export type Verdict =
  /** An assertion of its test failed. */
  | 'killed'
  /** The test of the mutant passed: nothing would have noticed the fault. */
  | 'survived'
  /** The place where it is planted is gone, or not the only one any more. */
  | 'stale'
  /** Nothing is known: it does not compile, its test does not exist or failed without it, or the set-up failed. */
  | 'broken';

export interface Judged {
  readonly verdict: Verdict;
  /** In a line. */
  readonly why: string;
}

export interface Result extends Judged {
  readonly mutant: Mutant;
  readonly seconds: number;
}

/** Judges a run with the fault in the code. */
export function judge({ passed, failed, isGreen, output }: TestRun): Judged {
  // A test that waited in vain may have waited for a machine that was too slow.
  const timedOut = failed.filter(({ message }) => /^Error: (Test|Hook) timed out/.test(message));
  const seen = failed.find((each) => !timedOut.includes(each));
  if (seen !== undefined) return { verdict: 'killed', why: seen.message };
  if (timedOut[0] !== undefined) return { verdict: 'broken', why: timedOut[0].message };
  if (!isGreen) return { verdict: 'broken', why: `no test failed, and yet:\n${output}` };
  if (passed.length === 0) return { verdict: 'broken', why: 'there is no such test' };
  return { verdict: 'survived', why: `${passed.length} passed` };
}

/**
 * Returns the reason that a mutant cannot be judged: its test fails without any fault, or was not run; undefined when
 * it can.
 */
export function faultOfTest({ seenBy }: Mutant, clean: TestRun): string | undefined {
  const isIts = ({ file, name }: RanTest): boolean =>
    file.endsWith(seenBy.file) && name.includes(seenBy.test);
  const failed = clean.failed.find(isIts);
  if (failed !== undefined) return `its test fails without it: ${failed.message}`;
  if (clean.passed.some(isIts)) return undefined;
  const broken = clean.broken.find(({ file }) => file.endsWith(seenBy.file));
  return broken === undefined
    ? 'its test was not run, or does not exist'
    : `its test was not run without it: ${broken.message}`;
}
