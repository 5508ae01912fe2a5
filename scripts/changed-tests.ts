/**
 * Chooses the tests that a change can break, for `npm test -- --changed [REF]`: prints them, and writes the list for
 * vitest. First argument: the file to write; second: the commit to compare with.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createVitest } from 'vitest/node';
import { choose, type Choice } from './changed/choice.ts';
import { projectRoot } from './stack/layout.ts';
import { Problem, sentenceFor } from './stack/problem.ts';

try {
  const [listFile = '', ref] = process.argv.slice(2);
  const [name, commit] = comparedWith(ref);
  const differing = git('diff', '--name-only', '--no-renames', '-z', commit, '--');
  const unknown = git('ls-files', '--others', '--exclude-standard', '-z');
  const changes = [...new Set([...differing, ...unknown])].toSorted();
  const tests = git('ls-files', '--cached', '--others', '--exclude-standard', '-z', 'test').filter(
    (path) => path.endsWith('.test.ts') && !path.startsWith('test/nightly/'),
  );
  const choice = choose(changes, tests, await related(changes));
  console.log(report(`${name} (${commit.slice(0, 9)})`, changes.length, tests.length, choice));
  writeFileSync(listFile, JSON.stringify(choice.chosen));
} catch (error) {
  console.error(sentenceFor(error));
  process.exitCode = 1;
}

/** Test files that import one of these, however many files lie between: as `vitest related` finds them. */
async function related(changes: readonly string[]): Promise<string[]> {
  const code = changes.filter((path) => /\.tsx?$/.test(path));
  if (code.length === 0) return [];
  const vitest = await createVitest('test', {
    ...{ watch: false, passWithNoTests: true, reporters: [{}] },
    related: code.map((path) => join(projectRoot, path)),
  });
  const found = await vitest.getRelevantTestSpecifications();
  await vitest.close();
  return found.map(({ moduleId }) => relative(projectRoot, moduleId));
}

function report(comparison: string, changed: number, tests: number, choice: Choice): string {
  const { chosen, left, untested } = choice;
  return [
    `${changed} files changed since ${comparison}; ${chosen.length} of ${tests} test files chosen:`,
    ...chosen.map((test) => `  ${test}`),
    ...(left.length > 0 ? ['left to the whole suite, because they take long:'] : []),
    ...left.map((test) => `  ${test}`),
    ...untested.map((path) => `NOT TESTED: ${path}: run "npm test" before you trust it.`),
    '"npm test" runs them all.',
  ].join('\n');
}

/** Without `ref`: where this branch left origin/main, or the last commit where there is no origin. */
function comparedWith(ref: string | undefined): readonly [name: string, commit: string] {
  if (ref !== undefined) {
    const commit = tryGit('rev-parse', '--verify', '--quiet', `${ref}^{commit}`);
    if (commit === undefined) throw new Problem(`git knows no ${ref}: name a branch or a commit.`);
    return [ref, commit];
  }
  const base = tryGit('merge-base', 'HEAD', 'origin/main');
  return base === undefined
    ? ['HEAD', tryGit('rev-parse', 'HEAD') ?? 'HEAD']
    : ['origin/main', base];
}

function tryGit(...args: string[]): string | undefined {
  try {
    return git(...args)[0];
  } catch {
    return undefined;
  }
}

function git(...args: string[]): string[] {
  const options = { cwd: projectRoot, encoding: 'utf8', stdio: 'pipe' } as const;
  const text = execFileSync('git', args, { ...options, maxBuffer: 64 * 1_024 * 1_024 });
  return text.split(/[\0\n]/).filter((line) => line !== '');
}
