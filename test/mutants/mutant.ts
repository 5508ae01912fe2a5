/** A fault that somebody could make, and the test that must see it. `npm run mutants` plants each and runs its test. */
export interface Mutant {
  /** Names it on the command line: kebab case, unique. */
  readonly name: string;
  /** What the fault would cost a merchant, a payer or us, in one sentence. */
  readonly cost: string;
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly replace: string;
  readonly by: string;
  /** The cheapest test that must fail. */
  readonly seenBy: {
    readonly file: string;
    /** A part of the test's own title, the same for all rows of a table. */
    readonly test: string;
  };
}

/** The file's text with the fault in it; undefined when it is stale: its place is gone, or not the only one any more. */
export function plant({ replace, by }: Pick<Mutant, 'replace' | 'by'>, text: string) {
  const parts = text.split(replace);
  return parts.length === 2 ? parts.join(by) : undefined;
}
