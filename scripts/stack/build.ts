import { spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withBuildLock } from './build-lock.ts';
import { filesOf, inputsHash } from './inputs-hash.ts';
import { projectRoot } from './layout.ts';
import { diskFull, Problem } from './problem.ts';

const dist = join(projectRoot, 'dist');

/** The workflow code, bundled once so that no worker needs a bundler. */
export const workflowBundle = join(dist, 'workflow-bundle.js');

/** One of the OpenAPI documents that the sandbox has; `exact` is the contract that replies are held against. */
export function builtDocument(name: 'merchants' | 'providers' | 'exact' | 'operators'): string {
  return join(dist, 'openapi', 'sandbox', `${name}.json`);
}

/** A part of the output, made anew when one of its inputs differs from those it was made from. */
interface Part {
  readonly name: string;
  /** Said while it is made. */
  readonly doing: string;
  /** Files, and folders that are taken whole. */
  readonly inputs: readonly string[];
  readonly takes?: (file: string) => boolean;
  readonly make: (options: BuildOptions) => Promise<void>;
}

export interface BuildOptions {
  /** False for who checks them at the same time; true if left out. */
  readonly checksTypes?: boolean;
  /** For who runs no programs. */
  readonly only?: 'workflow bundle';
}

const parts: readonly Part[] = [
  {
    name: 'programs',
    doing: 'compiling',
    inputs: [
      ...['src', 'workflows', 'activities', 'package-lock.json'],
      ...['scripts/stack/build.ts', 'scripts/stack/bundle-programs.ts'],
      ...['nest-cli.json', 'tsconfig.json', 'tsconfig.build.json'],
    ],
    takes: (file) => !file.endsWith('.sql'),
    make: compile,
  },
  {
    name: 'sql',
    doing: 'copying the SQL',
    inputs: ['src', 'scripts/stack/build.ts'],
    takes: (file) => !file.startsWith('src/') || file.endsWith('.sql'),
    make: copySql,
  },
  {
    name: 'workflow bundle',
    doing: 'bundling the workflows',
    inputs: [
      ...['workflows', 'activities', 'src/domain', 'package-lock.json'],
      ...['scripts/stack/build.ts', 'scripts/stack/workflow-bundle.ts'],
    ],
    make: writeWorkflowBundle,
  },
];

/** Builds the parts of `dist` that were not built from the very same inputs; returns whether it had to. */
export async function ensureBuilt(
  progress: (line: string) => void = () => {},
  options: BuildOptions = {},
): Promise<boolean> {
  if (outdated(options).length === 0) return false;
  return withBuildLock(async () => {
    // Another process may have built it while this one waited for the lock.
    const wanted = outdated(options);
    progress(wanted.map(({ part }) => part.doing).join(', '));
    await whole(wanted.map((each) => make(each, options)));
    return wanted.length > 0;
  }, progress);
}

/** Nothing still writes when this returns or throws. */
async function whole(works: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).find(({ status }) => status === 'rejected');
  if (failed !== undefined) throw (failed as PromiseRejectedResult).reason;
}

interface Outdated {
  readonly part: Part;
  readonly hash: string;
}

function outdated({ only }: BuildOptions): Outdated[] {
  return parts
    .filter(({ name }) => name === (only ?? name))
    .map((part) => ({ part, hash: inputsHash(part.inputs, part.takes) }))
    .filter(({ part, hash }) => stampOf(part) !== hash);
}

/** A part that is broken off, or fails, has no stamp. */
async function make({ part, hash }: Outdated, options: BuildOptions): Promise<void> {
  rmSync(stampFile(part), { force: true });
  mkdirSync(dist, { recursive: true });
  await part.make(options);
  writeFileSync(stampFile(part), hash);
}

function stampFile({ name }: Part): string {
  return join(dist, `.inputs-of-${name.replaceAll(' ', '-')}`);
}

function stampOf(part: Part): string {
  return existsSync(stampFile(part)) ? readFileSync(stampFile(part), 'utf8') : '';
}

/**
 * nest build only translates (`noCheck`): TypeScript 7 checks the types beside it in a third of the time. The programs then
 * write down their OpenAPI documents, and are put into few files.
 */
async function compile({ checksTypes = true }: BuildOptions): Promise<void> {
  for (const file of ['src', 'workflows', 'activities'].flatMap((each) =>
    filesOf(`dist/${each}`),
  )) {
    if (!file.endsWith('.sql')) rmSync(join(projectRoot, file));
  }
  const tool = (...path: string[]): string => join(projectRoot, 'node_modules', ...path);
  await whole([
    run(tool('@nestjs', 'cli', 'bin', 'nest.js'), 'build'),
    ...(checksTypes ? [checkTypes(tool('@typescript', 'native', 'bin', 'tsc'))] : []),
  ]);
  await run(join(dist, 'src', 'programs', 'open-api.js'));
  const { bundlePrograms } = await import('./bundle-programs.ts');
  await bundlePrograms();
  // `npx manilla` starts it as a program.
  chmodSync(join(dist, 'src', 'programs', 'cli.js'), 0o755);
}

function checkTypes(compiler: string): Promise<void> {
  const buildInfo = join('node_modules', '.cache', 'manilla', 'build.tsbuildinfo');
  return run(
    compiler,
    ...['-p', 'tsconfig.build.json', '--noCheck', 'false', '--noEmit'],
    ...['--incremental', '--tsBuildInfoFile', buildInfo],
  );
}

/** Each beside the code of its capability, as in src: there the migrator looks. */
async function copySql(): Promise<void> {
  const sqlIn = (folder: string): string[] =>
    filesOf(folder).filter((file) => file.endsWith('.sql'));
  for (const file of sqlIn('dist/src')) rmSync(join(projectRoot, file));
  for (const file of sqlIn('src')) {
    mkdirSync(dirname(join(dist, file)), { recursive: true });
    cpSync(join(projectRoot, file), join(dist, file));
  }
}

function run(...command: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, {
      cwd: projectRoot,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(compileProblem(output))));
  });
}

function compileProblem(output: string): Problem {
  if (/ENOSPC|no space left/i.test(output)) return new Problem(diskFull);
  return new Problem(
    `The code does not compile; correct it and run the command again.\n${output.trim()}`,
  );
}

async function writeWorkflowBundle(): Promise<void> {
  const { bundleWorkflows } = await import('./workflow-bundle.ts');
  const { code } = await bundleWorkflows();
  await writeFile(workflowBundle, code);
}
