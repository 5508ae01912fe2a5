/** `npm run check`: everything that must hold before a change is merged; runs all steps and lists what failed. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from './stack/layout.ts';

interface CheckStep {
  readonly name: string;
  /** Arguments of Node: a script of ours or the entry file of a tool. */
  readonly args: readonly string[];
  /** What to run when it fails. */
  readonly remedy: string;
}

const tool = (...path: string[]): string => join('node_modules', ...path);

const steps: readonly CheckStep[] = [
  {
    name: 'format',
    args: [tool('oxfmt', 'bin', 'oxfmt'), '--check', '.'],
    remedy: 'npm run fix',
  },
  {
    name: 'types (TypeScript 7)',
    args: [tool('@typescript', 'native', 'bin', 'tsc'), '-p', 'tsconfig.json', '--noEmit'],
    remedy: 'correct the types named above',
  },
  {
    name: 'build (TypeScript 6, workflow bundle)',
    args: [join('scripts', 'build.ts')],
    remedy: 'npm run build',
  },
  {
    name: 'lint',
    args: [tool('oxlint', 'bin', 'oxlint')],
    remedy: 'npm run fix corrects part of it',
  },
  {
    name: 'imports',
    args: [
      tool('dependency-cruiser', 'bin', 'dependency-cruiser.mjs'),
      ...['src', 'workflows', 'activities', 'scripts', 'test', 'sdk/src'],
    ],
    remedy: 'each rule says where the code should go: .dependency-cruiser.cjs',
  },
  {
    name: 'dead code and dependencies',
    args: [tool('knip', 'bin', 'knip.js')],
    remedy: 'remove what nothing uses',
  },
  {
    name: 'generated docs',
    args: [join('scripts', 'generate-docs.ts'), '--check'],
    remedy: 'npm run fix writes them anew',
  },
  {
    name: 'OpenAPI rules',
    args: [join('scripts', 'lint-open-api.ts')],
    remedy: 'each line names the place in openapi.json',
  },
  {
    name: 'package of the SDK',
    args: [join('scripts', 'check-sdk.ts'), '--package'],
    remedy: 'sdk/package.json, or what publint and attw name',
  },
  {
    name: 'tests',
    args: [join('scripts', 'test.mjs')],
    remedy: 'npm test -- FILE runs one file',
  },
];

const failed: CheckStep[] = [];
for (const step of steps) {
  const started = performance.now();
  console.log(`\n── ${step.name}`);
  const ok = await passes(step);
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  console.log(`${ok ? '✔' : '✖'} ${step.name}, ${seconds} s`);
  if (!ok) failed.push(step);
}
if (failed.length === 0) {
  console.log('\nall checks pass');
} else {
  console.error(`\n${failed.length} of ${steps.length} checks failed:`);
  for (const { name, remedy } of failed) console.error(`  ✖ ${name}: ${remedy}`);
  process.exitCode = 1;
}

function passes({ args }: CheckStep): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: projectRoot, stdio: 'inherit' });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}
