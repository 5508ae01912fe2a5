/**
 * `npm run nightly`: what takes too long for `npm test`, one part after the other. `-- PART ...` runs some of them:
 *
 * - `tests`: the tests and soaks of test/nightly
 * - `models`: the tests of which `npm test` runs a part of the cases, with all of them
 * - `mutants`: plants the faults of test/mutants
 * - `contract`: check:contract, a thousand odd requests to each operation
 * - `additions`: check:additions, held against the last release, if there is one
 * - `clients`: check:clients, for each generator whose tools are there
 * - `schemathesis`: check:schemathesis, where there is a Python
 *
 * The last line has the totals in the words of `npm test`; a part that is no test run counts as one test.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chooseGenerators } from './clients/generators.ts';
import { missingTools } from './clients/try-out.ts';
import { projectRoot } from './stack/layout.ts';
import { freePorts, portSettings } from './stack/ports.ts';
import { Problem, sentenceFor } from './stack/problem.ts';
import { sweepDeadTestRuns } from './stack/test-runs.ts';

interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

type Environment = Readonly<Record<string, string>>;

const parts: Readonly<Record<string, () => Promise<Totals>>> = {
  tests: () => vitest(['--project=nightly'], {}),
  models: () => vitest(testsOfParts(), { MANILLA_WHOLE_SAMPLES: 'yes' }),
  mutants: () => program(['mutants.ts'], {}),
  contract: () => program(['check-contract.ts'], {}),
  additions,
  clients,
  schemathesis,
};

const home = mkdtempSync(join(tmpdir(), 'manilla-nightly-'));
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // The children have the terminal's Ctrl-C as well; this one only waits for them.
  process.on(signal, () => (isInterrupted = true));
}

try {
  const { positionals } = parseArgs({ allowPositionals: true });
  const totals = await runAll(positionals.length > 0 ? positionals : Object.keys(parts));
  const { passed, failed, skipped } = totals;
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exitCode = failed === 0 && !isInterrupted ? 0 : 1;
} catch (error) {
  console.error(sentenceFor(error));
  process.exitCode = 1;
} finally {
  // vitest leaves at once when it is interrupted, and the servers it had started stay.
  if (isInterrupted) await sweepDeadTestRuns();
  rmSync(home, { recursive: true, force: true });
}

async function runAll(names: readonly string[]): Promise<Totals> {
  const unknown = names.find((name) => !(name in parts));
  if (unknown !== undefined) {
    throw new Problem(
      `There is no part "${unknown}"; the parts are ${Object.keys(parts).join(', ')}.`,
    );
  }
  const lines: string[] = [];
  let sum: Totals = { passed: 0, failed: 0, skipped: 0 };
  for (const name of names) {
    if (isInterrupted) break;
    console.log(`\n${name}`);
    const begun = performance.now();
    const each = (await parts[name]?.()) ?? { passed: 0, failed: 1, skipped: 0 };
    const seconds = Math.round((performance.now() - begun) / 1_000);
    lines.push(`${each.failed === 0 ? '✔' : '✖'} ${name}, ${seconds} s`);
    sum = {
      passed: sum.passed + each.passed,
      failed: sum.failed + each.failed,
      skipped: sum.skipped + each.skipped,
    };
  }
  console.log(`\n${lines.join('\n')}`);
  return sum;
}

async function vitest(args: readonly string[], env: Environment): Promise<Totals> {
  const file = join(home, 'results.json');
  rmSync(file, { force: true });
  const command = [
    join('node_modules', 'vitest', 'vitest.mjs'),
    ...['run', '--disable-console-intercept', '--reporter=default', '--reporter=json'],
    ...[`--outputFile.json=${file}`, ...args],
  ];
  const code = await execute(command, env);
  const found = resultsOf(file);
  // A set-up that failed is a failure even when no test says so.
  return code === 0 ? found : { ...found, failed: Math.max(found.failed, 1) };
}

function resultsOf(file: string): Totals {
  try {
    const found = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;
    return {
      passed: found['numPassedTests'] ?? 0,
      failed: found['numFailedTests'] ?? 0,
      skipped: (found['numPendingTests'] ?? 0) + (found['numTodoTests'] ?? 0),
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/** Files that ask test/support/model-play.ts for cases; the part `tests` has the files of test/nightly. */
function testsOfParts(): readonly string[] {
  const tests = readdirSync(join(projectRoot, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts') && !path.startsWith('nightly/'))
    .map((path) => join('test', path));
  return tests.filter((path) =>
    readFileSync(join(projectRoot, path), 'utf8').includes('/model-play.js'),
  );
}

async function additions(): Promise<Totals> {
  const tags = execFileSync('git', ['tag', '--sort=-creatordate'], { cwd: projectRoot });
  const [last = ''] = tags.toString().split('\n');
  if (last !== '') return program(['check-additions.ts', last], {});
  console.log('There is no release whose document could be compared.');
  return { passed: 0, failed: 0, skipped: 1 };
}

async function clients(): Promise<Totals> {
  const generators = chooseGenerators(undefined);
  const missing = await missingTools([...new Set(generators.flatMap(({ needs }) => needs))]);
  const able = generators.filter(({ needs }) => needs.every((tool) => !missing.has(tool)));
  for (const reason of missing.values()) console.log(reason);
  const skipped = generators.length - able.length;
  if (able.length === 0) return { passed: 0, failed: 0, skipped };
  const only = able.map(({ name }) => name).join(',');
  return { ...(await onStack(['check-clients.ts', '--only', only])), skipped };
}

async function schemathesis(): Promise<Totals> {
  try {
    execFileSync('python3', ['-m', 'ensurepip', '--help'], { stdio: 'ignore' });
  } catch {
    console.log('There is no Python 3 with venv (Debian: apt-get install python3-venv).');
    return { passed: 0, failed: 0, skipped: 1 };
  }
  return onStack(['check-schemathesis.ts']);
}

/** Runs the program against a stack that is started for it, on ports and with data of its own. */
async function onStack(command: readonly [string, ...string[]]): Promise<Totals> {
  const dataDir = mkdtempSync(join(home, 'stack-'));
  const env = { MANILLA_DATA_DIR: dataDir, ...portSettings(await freePorts()) };
  const stack = spawn(process.execPath, [join('scripts', 'start.mjs')], {
    cwd: projectRoot,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(stack, 'exit');
  const ready = new Promise<void>((resolve) => {
    let said = '';
    stack.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (/^ready/m.test(said)) resolve();
    });
  });
  try {
    const isReady = await Promise.race([ready.then(() => true), ended.then(() => false)]);
    return isReady ? await program(command, env) : { passed: 0, failed: 1, skipped: 0 };
  } finally {
    stack.kill('SIGINT');
    await ended;
  }
}

/** One of scripts/, with its arguments. */
async function program(
  [name, ...args]: readonly [string, ...string[]],
  env: Environment,
): Promise<Totals> {
  const code = await execute([join('scripts', name), ...args], env);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

async function execute(args: readonly string[], env: Environment): Promise<number> {
  const child = spawn(process.execPath, args, {
    cwd: projectRoot,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
