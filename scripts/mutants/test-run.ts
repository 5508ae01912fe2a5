import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The tests of one run of vitest. */
export interface TestRun {
  readonly passed: readonly RanTest[];
  readonly failed: readonly FailedTest[];
  /** Files whose tests were not run, or not all, and why: a set-up that failed, or a module that does not load. */
  readonly broken: readonly { readonly file: string; readonly message: string }[];
  /** False also for a set-up that failed, a file that does not compile, an error that no test has caught. */
  readonly isGreen: boolean;
  /** The last lines of vitest's output. */
  readonly output: string;
}

export interface RanTest {
  /** The whole path. */
  readonly file: string;
  /** The test's name, with the names of the blocks around it. */
  readonly name: string;
}

export interface FailedTest extends RanTest {
  /** The first line of the failure. */
  readonly message: string;
}

export interface TestOptions {
  /** The tree that is tested. */
  readonly folder: string;
  readonly files: readonly string[];
  /** Parts of the names of the tests that are run. */
  readonly tests: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the first failure ends it. */
  readonly bail: boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** The parts of vitest's report that are read. */
interface Report {
  readonly testResults: readonly {
    /** The name of the file. */
    readonly name: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

/** Runs the named tests, and no others of their files. */
export async function runTests(options: TestOptions): Promise<TestRun> {
  const { folder, files, tests, bail } = options;
  const reportFile = join(folder, 'mutants-report.json');
  rmSync(reportFile, { force: true });
  const named = tests.map(escaped).join('|');
  const args = [
    join('node_modules', 'vitest', 'vitest.mjs'),
    ...['run', ...new Set(files), '--testNamePattern', named],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`],
    ...(bail ? ['--bail', '1'] : []),
  ];
  const { code, output } = await runNode(args, options);
  const results = existsSync(reportFile)
    ? (JSON.parse(readFileSync(reportFile, 'utf8')) as Report).testResults
    : [];
  const assertions = results.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ fullName: name, status, failureMessages }) => ({
      ...{ file, name, status },
      message: firstLine(failureMessages?.[0] ?? ''),
    })),
  );
  return {
    passed: assertions.filter(({ status }) => status === 'passed'),
    failed: assertions.filter(({ status }) => status === 'failed'),
    broken: results.flatMap(({ name: file, message = '' }) =>
      message === '' ? [] : [{ file, message: firstLine(message) }],
    ),
    isGreen: code === 0,
    output: output.trim().split('\n').slice(-15).join('\n'),
  };
}

function runNode(
  args: readonly string[],
  { folder, env, timeoutMs, signal }: TestOptions,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env: { ...process.env, ...env, NO_COLOR: '1', FORCE_COLOR: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    let output = '';
    const hear = (text: string): void => void (output = (output + text).slice(-20_000));
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    // One that is ended by its time or by Ctrl-C is waited for like any other.
    child.once('error', (error) => (error.name === 'AbortError' ? undefined : reject(error)));
    child.once('close', (code) => resolve({ code, output }));
  });
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function firstLine(message: string): string {
  const [line = ''] = stripVTControlCharacters(message).split('\n');
  return line.length > 160 ? `${line.slice(0, 157)}...` : line;
}
