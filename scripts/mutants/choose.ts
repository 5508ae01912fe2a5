import type { Mutant } from '../../test/mutants/mutant.ts';
import { Problem } from '../stack/problem.ts';

/** The mutants whose name is one of the words, or whose name, file or test file has it in it; all without any word. */
export function choose(mutants: readonly Mutant[], words: readonly string[]): readonly Mutant[] {
  const wanted = words.map((word) => {
    const exact = mutants.filter(({ name }) => name === word);
    const found = exact.length > 0 ? exact : mutants.filter((mutant) => isAbout(mutant, word));
    if (found.length === 0) {
      throw new Problem(
        `No mutant has "${word}" in its name or files; npm run mutants -- --list shows all.`,
      );
    }
    return found;
  });
  const chosen = new Set(wanted.flat());
  return words.length === 0 ? mutants : mutants.filter((mutant) => chosen.has(mutant));
}

function isAbout({ name, file, seenBy }: Mutant, word: string): boolean {
  return [name, file, seenBy.file].some((text) => text.includes(word));
}
