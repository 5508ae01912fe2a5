/**
 * `npm run check`: everything that can be known without running the product; `npm test` does that. Runs all steps, as
 * many at once as the machine has processors, and lists those that failed.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { inputsHash } from './stack/inputs-hash.ts';
import { projectRoot } from './stack/layout.ts';

interface CheckStep {
  readonly name: string;
  /** Arguments of Node: a script of ours or the entry file of a tool. */
  readonly args: readonly string[];
  /** The command to run when it fails. */
  readonly remedy: string;
  /** The step whose result it reads. */
  readonly after?: string;
  /** The files that it depends on besides installed packages: it need not run again on files that have passed. */
  readonly inputs?: readonly string[];
}

interface Outcome {
  readonly step: CheckStep;
  readonly ok: boolean;
}

const tool = (...path: string[]): string => join('node_modules', ...path);
const cache = join('node_modules', '.cache', 'manilla');

/** The steps that others wait for come first, then the long ones. */
const steps: readonly CheckStep[] = [
  {
    name: 'build',
    // The step "types" checks them, with the types of the tests.
    args: [join('scripts', 'build.ts'), '--types-elsewhere'],
    remedy: 'npm run build',
  },
  {
    name: 'lint',
    args: [tool('oxlint', 'bin', 'oxlint')],
    remedy: 'npm run fix corrects part of it',
  },
  {
    name: 'imports',
    args: [join('scripts', 'check-imports.ts')],
    remedy: 'each rule says where the code should go: .dependency-cruiser.cjs',
  },
  {
    name: 'generated docs',
    args: [join('scripts', 'generate-docs.ts'), '--check', '--but-imports'],
    remedy: 'npm run fix writes them anew',
    after: 'build',
    inputs: [
      ...['src', 'workflows', 'activities', 'scripts', 'docs', 'openapi.json', 'sdk/src'],
      ...['nest-cli.json', 'tsconfig.json', 'tsconfig.build.json'],
    ],
  },
  {
    name: 'types',
    args: [
      tool('@typescript', 'native', 'bin', 'tsc'),
      ...['-p', 'tsconfig.json', '--noEmit'],
      ...['--incremental', '--tsBuildInfoFile', join(cache, 'types.tsbuildinfo')],
    ],
    remedy: 'correct the types named above',
  },
  {
    name: 'dead code and dependencies',
    args: [tool('knip', 'bin', 'knip.js'), '--cache', '--cache-location', join(cache, 'knip')],
    remedy: 'remove what nothing uses',
  },
  {
    name: 'OpenAPI rules',
    args: [join('scripts', 'lint-open-api.ts')],
    remedy: 'each line names the place in openapi.json',
    inputs: ['openapi.json', 'openapi-operators.json', 'scripts/lint-open-api.ts'],
  },
  {
    name: 'package of the SDK',
    args: [join('scripts', 'check-sdk.ts'), '--package'],
    remedy: 'sdk/package.json, or what publint and attw name',
    after: 'build',
    inputs: [
      ...['sdk/src', 'sdk/package.json', 'sdk/tsconfig.json', 'sdk/README.md', 'tsconfig.json'],
      ...['scripts/check-sdk.ts', 'scripts/stack/build-sdk.ts', 'LICENSE'],
    ],
  },
  {
    name: 'format',
    args: [tool('oxfmt', 'bin', 'oxfmt'), '--check', '.'],
    remedy: 'npm run fix',
  },
];

const started = performance.now();
const outcomes = await runAll();
const failed = outcomes.filter(({ ok }) => !ok).map(({ step }) => step);
if (failed.length === 0) {
  console.log(`all checks pass, ${secondsSince(started)} s`);
} else {
  console.error(`\n${failed.length} of ${steps.length} checks failed:`);
  for (const { name, remedy } of failed) console.error(`  ✖ ${name}: ${remedy}`);
  process.exitCode = 1;
}

async function runAll(): Promise<Outcome[]> {
  const waiting = [...steps];
  const outcomes: Outcome[] = [];
  const hasRun = (name: string): boolean => outcomes.some(({ step }) => step.name === name);
  const next = (): CheckStep | undefined => {
    const ready = waiting.findIndex(({ after }) => after === undefined || hasRun(after));
    return ready === -1 ? undefined : waiting.splice(ready, 1)[0];
  };
  const running = new Set<Promise<void>>();
  while (waiting.length > 0 || running.size > 0) {
    const step = running.size < availableParallelism() ? next() : undefined;
    if (step === undefined) {
      await Promise.race(running);
      continue;
    }
    const end: Promise<void> = outcomeOf(step).then((outcome) => {
      outcomes.push(outcome);
      running.delete(end);
    });
    running.add(end);
  }
  return outcomes;
}

async function outcomeOf(step: CheckStep): Promise<Outcome> {
  const { name, inputs } = step;
  if (inputs === undefined) return run(step);
  const stampFile = join(projectRoot, cache, `passed-${name.replaceAll(' ', '-')}`);
  const hash = inputsHash([...inputs, 'package-lock.json']);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash) {
    console.log(`✔ ${name}, as before`);
    return { step, ok: true };
  }
  rmSync(stampFile, { force: true });
  const outcome = await run(step);
  mkdirSync(join(projectRoot, cache), { recursive: true });
  if (outcome.ok) writeFileSync(stampFile, hash);
  return outcome;
}

/** Shows a step's output when the step ends, and only when it fails, because others write at the same time. */
function run(step: CheckStep): Promise<Outcome> {
  const began = performance.now();
  return new Promise((resolve) => {
    const env = { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}) };
    const child = spawn(process.execPath, step.args, {
      cwd: projectRoot,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const end = (ok: boolean): void => {
      console.log(`${ok ? '✔' : '✖'} ${step.name}, ${secondsSince(began)} s`);
      if (!ok) console.error(output.trimEnd());
      resolve({ step, ok });
    };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', (error) => {
      output += error.message;
      end(false);
    });
    child.once('close', (code) => end(code === 0));
  });
}

function secondsSince(moment: number): string {
  return ((performance.now() - moment) / 1_000).toFixed(1);
}
