import { basename } from 'node:path/posix';
import type { Change } from './changes.ts';
import type { Candidate } from './choice.ts';
import type { Reached } from './code-graph.ts';
import { topicsOf } from './topic-links.ts';
import { CodeMap, type Sources } from './code-map.ts';

/** The tests that one changed file can break. */
export interface NearTests {
  readonly path: string;
  readonly candidates: readonly Candidate[];
  readonly reached: ReadonlyMap<string, Reached>;
}

/** For each changed file the tests it can break, with how far away they are. */
export function nearTests(
  sources: Sources,
  changes: readonly Change[],
  secondsOf: (test: string) => number,
): NearTests[] {
  // What is gone is still looked for by those that have not noticed.
  const gone = changes.filter(({ isGone }) => isGone);
  const map = new CodeMap(
    new Map([...gone.map(({ path, before = '' }) => [path, before] as const), ...sources]),
  );
  const lost = new Set(gone.map(({ path }) => path));
  return changes.map(({ path, before, isGone }) => {
    const reached = map.graph.reachedFrom(map.changedNodes(path, isGone ? undefined : before));
    const candidates = map.tests.flatMap((test) => {
      const found = reached.get(test);
      if (found === undefined || lost.has(test)) return [];
      return [{ test, steps: found.steps - nearness(test, path), seconds: secondsOf(test) }];
    });
    return { path, candidates, reached };
  });
}

/** Of tests as far away, those come first that are about the same thing by name. */
function nearness(test: string, path: string): number {
  const topics = topicsOf(path);
  return [...topicsOf(test)].some((topic) => topics.has(topic)) ? 2 : 0;
}

/** The pieces on the way from a test to the change; files only where no piece is known. */
export function wayTo(test: string, reached: ReadonlyMap<string, Reached>): string[] {
  const way: string[] = [];
  for (let node = reached.get(test)?.by; node !== undefined; node = reached.get(node)?.by) {
    const [file = '', name = basename(file)] = node.split('#');
    if (file === test || name === '') continue;
    if (name !== way.at(-1)) way.push(name.replace(/^sql:/, ''));
  }
  return way;
}
