import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../stack/layout.ts';
import { Problem } from '../stack/problem.ts';
import { isSql, isTypeScript, type Sources } from './code-map.ts';

/** A file that differs from what it is compared with. */
export interface Change {
  readonly path: string;
  /** Its text there; undefined when there was none. */
  readonly before: string | undefined;
  readonly isGone: boolean;
}

export interface Comparison {
  /** For people: 'origin/main', and the commit. */
  readonly with: string;
  readonly changes: readonly Change[];
}

/**
 * What differs from `ref`, committed or not, files that git does not know yet among it. Without `ref`: from where this
 * branch left origin/main, or from the last commit where there is no origin.
 */
export function changesSince(ref: string | undefined): Comparison {
  const [name, commit] = ref === undefined ? branchPoint() : [ref, commitOf(ref)];
  if (commit === undefined) throw new Problem(`git knows no ${name}: name a branch or a commit.`);
  const differing = git('diff', '--name-only', '--no-renames', '-z', commit, '--');
  const unknown = git('ls-files', '--others', '--exclude-standard', '-z');
  const paths = [...new Set([...differing, ...unknown])].sort();
  return {
    with: `${name} (${commit.slice(0, 9)})`,
    changes: paths.map((path) => ({
      path,
      before: textAt(commit, path),
      isGone: !existsSync(join(projectRoot, path)),
    })),
  };
}

/** What the repository holds now, with the texts of code only. */
export function currentSources(): Sources {
  const paths = git('ls-files', '--cached', '--others', '--exclude-standard', '-z');
  return new Map(
    [...new Set(paths)]
      .filter((path) => existsSync(join(projectRoot, path)))
      .map((path) => {
        const isCode = isTypeScript(path) || isSql(path);
        return [path, isCode ? readFileSync(join(projectRoot, path), 'utf8') : ''];
      }),
  );
}

function branchPoint(): readonly [string, string | undefined] {
  const [base] = tryGit('merge-base', 'HEAD', 'origin/main') ?? [];
  return base === undefined ? ['HEAD', commitOf('HEAD')] : ['origin/main', base];
}

function commitOf(ref: string): string | undefined {
  return tryGit('rev-parse', '--verify', '--quiet', `${ref}^{commit}`)?.[0];
}

function textAt(commit: string, path: string): string | undefined {
  try {
    return run('show', `${commit}:${path}`);
  } catch {
    return undefined;
  }
}

function tryGit(...args: string[]): string[] | undefined {
  try {
    return git(...args);
  } catch {
    return undefined;
  }
}

function git(...args: string[]): string[] {
  return run(...args)
    .split(/[\0\n]/)
    .filter((line) => line !== '');
}

function run(...args: string[]): string {
  return execFileSync('git', args, {
    cwd: projectRoot,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1_024 * 1_024,
  });
}
