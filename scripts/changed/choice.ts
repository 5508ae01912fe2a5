/** A test file that a change can break. */
export interface Candidate {
  readonly test: string;
  readonly steps: number;
  /** How long it takes: measured at its last run, or as files of its kind do. */
  readonly seconds: number;
}

export interface Choice {
  readonly chosen: readonly Candidate[];
  /** Near, and left to the whole suite because there is no time for them. */
  readonly noTime: readonly Candidate[];
  /** Further away than this choice looks. */
  readonly far: readonly Candidate[];
}

/** What is left of a minute when the programs are built and the servers have started. */
const secondsInAll = 36;
/** Of them for tests that run neither workflows nor programs: a few dozen of these fit into the time of one that does. */
const quickSeconds = 14;
const slowKinds = /^test\/(e2e|workflows)\//;
/** Kinds that need no servers run first; so many files at a time, as vitest.config.ts says. */
const needNoServers = /^test\/(unit|architecture|replay)\//;
const workers = { before: 2, beside: 3 };
/** Beyond, a test meets a change only because nearly all do. */
const nearSteps = 10;

/**
 * The tests nearest to the changes that fit into the time. Each change has its own list, the nearest first; the lists
 * take turns, so that a small change is not crowded out by a big one.
 */
export function choose(perChange: readonly (readonly Candidate[])[]): Choice {
  const turns = inTurns(perChange.map((candidates) => candidates.toSorted(nearestFirst)));
  const near = turns.filter(({ steps }) => steps <= nearSteps);
  const isSlow = ({ test }: Candidate): boolean => slowKinds.test(test);
  const quick = fill(
    near.filter((each) => !isSlow(each)),
    quickSeconds,
  );
  const slow = fill(near.filter(isSlow), secondsInAll - runSeconds(quick.chosen));
  return {
    chosen: [...quick.chosen, ...slow.chosen],
    noTime: [...quick.left, ...slow.left],
    far: turns.filter(({ steps }) => steps > nearSteps),
  };
}

function nearestFirst(one: Candidate, other: Candidate): number {
  return (
    one.steps - other.steps || one.seconds - other.seconds || one.test.localeCompare(other.test)
  );
}

/** The first of each list, then the second of each; a test that is on several comes where it comes first. */
function inTurns(lists: readonly (readonly Candidate[])[]): Candidate[] {
  const length = Math.max(0, ...lists.map((list) => list.length));
  const turns = new Map<string, Candidate>();
  for (let position = 0; position < length; position += 1) {
    for (const list of lists) {
      const candidate = list[position];
      if (candidate === undefined) continue;
      const nearer = Math.min(candidate.steps, turns.get(candidate.test)?.steps ?? Infinity);
      turns.set(candidate.test, { ...candidate, steps: nearer });
    }
  }
  return [...turns.values()];
}

/** Takes what fits, in order: where one is too long, a shorter one further away may still fit. */
function fill(candidates: readonly Candidate[], seconds: number) {
  const chosen: Candidate[] = [];
  const left: Candidate[] = [];
  for (const candidate of candidates) {
    const fits = runSeconds([...chosen, candidate]) <= seconds;
    (fits ? chosen : left).push(candidate);
  }
  return { chosen, left };
}

/** How long these run together. */
function runSeconds(candidates: readonly Candidate[]): number {
  const [before, beside] = [true, false].map((without) =>
    candidates
      .filter(({ test }) => needNoServers.test(test) === without)
      .map(({ seconds }) => seconds),
  );
  return together(before ?? [], workers.before) + together(beside ?? [], workers.beside);
}

function together(seconds: readonly number[], atOnce: number): number {
  const work = seconds.reduce((total, each) => total + each, 0);
  return Math.max(0, work / atOnce, ...seconds);
}
