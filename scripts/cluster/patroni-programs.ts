import { execFileSync, type ExecFileSyncOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { cacheDir } from '../stack/layout.ts';
import { postgresMajor } from '../stack/postgres.ts';
import { Problem, sentenceFor } from '../stack/problem.ts';

/** Exact, as all versions here. */
const packages = ['psycopg[binary]==3.3.9', 'patroni[etcd3,psycopg3]==4.1.5'] as const;
const oldestPatroni = [4, 1] as const;

/** The programs that Patroni calls. The PostgreSQL of `npm start` has only the first three. */
const postgresPrograms = [
  ...['postgres', 'initdb', 'pg_ctl', 'pg_controldata', 'pg_isready'],
  ...['pg_basebackup', 'pg_rewind'],
] as const;

export interface PatroniPrograms {
  readonly etcd: string;
  /** The folder with the programs of PostgreSQL. */
  readonly postgres: string;
  readonly patroni: string;
}

interface Found {
  readonly etcd: string | undefined;
  readonly postgres: string | Problem;
  /** Undefined: it has to be installed by the Python of this name. */
  readonly patroni: string | undefined;
  readonly python: string | undefined;
}

/**
 * The programs of the cluster's database. Patroni itself is installed when it is not there, in the cache folder.
 *
 * @throws Problem that names each that is missing
 */
export function patroniPrograms(
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
): PatroniPrograms {
  const { etcd, postgres, patroni, python } = lookFor(env);
  const missing = [
    ...(postgres instanceof Problem ? [postgres.message] : []),
    ...(etcd === undefined
      ? ['etcd 3.4 or newer (Debian, Ubuntu: apt-get install etcd-server)']
      : []),
    ...(patroni === undefined && python === undefined
      ? ['Patroni 4.1 or newer, or a python3 by which it is installed (Debian: python3-venv)']
      : []),
  ];
  if (postgres instanceof Problem || etcd === undefined || missing.length > 0) {
    throw new Problem(
      `The database of the cluster is kept by Patroni. Missing on the PATH: ${missing.join('; ')}.`,
    );
  }
  return { etcd, postgres, patroni: patroni ?? installed(env, python ?? '', say) };
}

function lookFor(env: NodeJS.ProcessEnv): Found {
  const folders = (env['PATH'] ?? '').split(delimiter);
  const find = (name: string): string | undefined =>
    folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
  const ownPatroni = join(venvOf(env), 'bin', 'patroni');
  const patroni = [find('patroni'), ownPatroni].find(
    (file) => file !== undefined && isNewEnough(file),
  );
  return {
    etcd: find('etcd'),
    postgres: wholePostgres(folders),
    patroni,
    python: find('python3'),
  };
}

function wholePostgres(folders: readonly string[]): string | Problem {
  const whatIs = `a whole PostgreSQL ${postgresMajor}`;
  const seen: string[] = [];
  for (const folder of new Set(folders)) {
    if (!existsSync(join(folder, 'postgres'))) continue;
    const major = /\d+/.exec(versionOf(join(folder, 'postgres')))?.[0];
    const lacking = postgresPrograms.filter((name) => !existsSync(join(folder, name)));
    if (major === postgresMajor && lacking.length === 0) return folder;
    seen.push(
      `${folder} has ${major ?? 'no version'}${lacking.length > 0 ? ` without ${lacking.join(', ')}` : ''}`,
    );
  }
  const programs = postgresPrograms.join(', ');
  return new Problem(
    `${whatIs} (${programs} in one folder)${seen.length > 0 ? `: ${seen.join(', ')}` : ''}`,
  );
}

function isNewEnough(patroni: string): boolean {
  const [major = 0, minor = 0] = (versionOf(patroni).match(/\d+/g) ?? []).map(Number);
  return major > oldestPatroni[0] || (major === oldestPatroni[0] && minor >= oldestPatroni[1]);
}

/** Returns the program's own report of its version; nothing when it does not run. */
function versionOf(program: string): string {
  try {
    return execFileSync(program, ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return '';
  }
}

function venvOf(env: NodeJS.ProcessEnv): string {
  return join(cacheDir(env), 'patroni', packages[1].split('==')[1] ?? '');
}

/** From PyPI, once; every clone uses it. */
function installed(env: NodeJS.ProcessEnv, python: string, say: (line: string) => void): string {
  const venv = venvOf(env);
  say('installing Patroni (once)');
  try {
    const options: ExecFileSyncOptions = { stdio: ['ignore', 'ignore', 'pipe'] };
    execFileSync(python, ['-m', 'venv', '--clear', venv], options);
    execFileSync(join(venv, 'bin', 'pip'), ['install', '--quiet', ...packages], options);
  } catch (error) {
    const said = (error as { stderr?: Buffer }).stderr?.toString().trim().split('\n').at(-1);
    throw new Problem(`Patroni could not be installed in ${venv}: ${said || sentenceFor(error)}`);
  }
  return join(venv, 'bin', 'patroni');
}
