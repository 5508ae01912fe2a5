import type { Mutant } from '../../test/mutants/mutant.ts';
import type { Result, Verdict } from './verdict.ts';

const verdicts: readonly Verdict[] = ['killed', 'survived', 'stale', 'broken'];

/** One line, when a mutant is through. */
export function showResult({ mutant, verdict, why, seconds }: Result, count: string): string {
  const mark = verdict === 'killed' ? '✔' : '✖';
  return `${count} ${mark} ${verdict} ${mutant.name}, ${seconds.toFixed(1)} s: ${why}`;
}

/** Prints the result of each, and returns how many of each kind there were. */
export function showTable(results: readonly Result[]): string {
  console.table(
    results.map(({ mutant, verdict, seconds }) => ({
      verdict,
      mutant: mutant.name,
      'planted in': mutant.file,
      'seen by': mutant.seenBy.file,
      'took (s)': Number(seconds.toFixed(1)),
    })),
  );
  return verdicts
    .map((verdict) => `${results.filter((each) => each.verdict === verdict).length} ${verdict}`)
    .join(', ');
}

/** Lists each mutant with its cost, the file it is planted in, and the test that must see it. */
export function showList(mutants: readonly Mutant[]): string {
  return mutants
    .map(
      ({ name, cost, file, seenBy }) =>
        `${name}\n  ${cost}\n  ${file}\n  ${seenBy.file}: ${seenBy.test}`,
    )
    .join('\n');
}
