export interface Choice {
  readonly chosen: readonly string[];
  /** Above the folder of a change, and left to the whole suite: they take longer than all others together. */
  readonly left: readonly string[];
  /** Changed code that no chosen test is about. */
  readonly untested: readonly string[];
}

/** These tests run whole programs, some 20 seconds each. */
const slow = /^test\/(workflows|e2e|browser)\//;
const mostSlow = 5;
const code = /^(src|workflows|activities|scripts|sdk\/src)\//;

/** The tests' other names for the subject of a folder. */
const calledInTests: Readonly<Record<string, readonly string[]>> = {
  access: ['key', 'token', 'authenticate'],
  credits: ['checkout'],
  delivery: ['webhook', 'notification'],
  events: ['webhook'],
  links: ['payment-link'],
  payer: ['pay'],
  people: ['operator'],
  proof: ['book'],
  sending: ['refund', 'payout'],
  settlement: ['payout'],
};

/** A file's place tells its subject. */
const folders: readonly (readonly [where: RegExp, about: (name: string) => readonly string[]])[] = [
  [/^src\/[\w-]+\/([\w-]+)\//, (name) => [name, ...(calledInTests[name] ?? [])]],
  // A file that stands in a room itself is about the room.
  [/^src\/([\w-]+)\/[^/]+$/, (name) => [name]],
  [
    /^(?:workflows|activities)\/(?:[\w-]+\/)?(\w+)/,
    (name) => [name, ...(name === 'outward' ? ['refund', 'payout'] : [])],
  ],
  [/^workflows(\/)/, () => ['replay']],
  [/^scripts\/([\w-]+)/, (name) => [name]],
  [/^(sdk)\//, (name) => [name]],
  [/\.(md)$/, () => ['docs', 'merchant-page']],
  [/^(deploy|Dockerfile|docker-compose)/, () => ['container']],
  [/^(ops)\//, () => ['alarm']],
];

/**
 * A change in a folder runs the tests of that folder, in every kind of test, and quick ones that import it.
 *
 * @param tests all test files
 * @param related the test files that import a changed file, by vitest's graph of imports
 */
export function choose(
  changes: readonly string[],
  tests: readonly string[],
  related: readonly string[],
): Choice {
  const own = tests.filter((test) => changes.includes(test));
  const about = (test: string): boolean => changes.some((change) => isAbout(test, change));
  // A helper of tests has no folder of its own: whoever imports it is near.
  const isOfHelper = (test: string): boolean =>
    related.includes(test) && changes.every((change) => change.startsWith('test/'));
  const others = tests.filter((test) => !own.includes(test));
  const quick = others.filter(
    (test) => !slow.test(test) && (about(test) || related.includes(test)),
  );
  const candidates = others
    .filter((test) => slow.test(test) && (about(test) || isOfHelper(test)))
    .toSorted((one, other) => inCommon(other, changes) - inCommon(one, changes));
  const chosen = [...own, ...quick, ...candidates.slice(0, mostSlow)];
  return {
    chosen,
    left: candidates.slice(mostSlow),
    untested: changes.filter(
      (change) =>
        code.test(change) &&
        !chosen.some((test) => isAbout(test, change)) &&
        (change.endsWith('.sql') || related.length === 0),
    ),
  };
}

/** Tells whether a folder of the test, or a word of its name, is the subject of the changed file. */
export function isAbout(test: string, change: string): boolean {
  return folders.some(([where, about]) => {
    const name = where.exec(change)?.[1];
    if (name === undefined) return false;
    return about(name).some((word) => `/${namesOf(test)}`.includes(`/${singular(word)}/`));
  });
}

/** A test whose file is `refund-theft` is about `refund`, `theft` and `refund-theft`. */
function namesOf(test: string): string {
  const parts = test.replace(/\.(test|soak)\.ts$/, '').split(/[/.]/);
  const words = parts.flatMap((part) => [part, ...part.split('-')]);
  return `${words.map(singular).join('/')}/`;
}

function singular(word: string): string {
  return word.replace(/s$/, '');
}

/** Counts the words that the names of a test and of the changed files share. */
function inCommon(test: string, changes: readonly string[]): number {
  const words = new Set(namesOf(test).split('/'));
  return Math.max(
    ...changes.map(
      (change) => change.split(/[/.-]/).filter((word) => words.has(singular(word))).length,
    ),
  );
}
