import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withBuildLock } from './build-lock.ts';
import { projectRoot } from './layout.ts';
import { diskFull, Problem } from './problem.ts';

/** Everything the output depends on; folders are taken whole. */
const inputs = [
  'src',
  'workflows',
  'activities',
  'nest-cli.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'package-lock.json',
  'scripts/stack/build.ts',
  'scripts/stack/workflow-bundle.ts',
];
const dist = join(projectRoot, 'dist');
const stampFile = join(dist, '.inputs-hash');

/** The workflow code, bundled once so that no worker needs a bundler. */
export const workflowBundle = join(dist, 'workflow-bundle.js');

/** Builds `dist` unless it was built from the very same inputs; returns whether it had to. */
export async function ensureBuilt(progress: (line: string) => void = () => {}): Promise<boolean> {
  if (isCurrent()) return false;
  return withBuildLock(async () => {
    // Another process may have built it while this one waited for the lock.
    if (isCurrent()) return false;
    const hash = hashInputs();
    progress('compiling');
    await nestBuild();
    progress('bundling the workflows');
    await writeWorkflowBundle();
    writeFileSync(stampFile, hash);
    return true;
  }, progress);
}

function isCurrent(): boolean {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hashInputs();
}

function hashInputs(): string {
  const hash = createHash('sha256');
  for (const input of inputs) {
    for (const file of filesOf(input)) {
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(projectRoot, file)))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

function filesOf(input: string): string[] {
  const path = join(projectRoot, input);
  if (!existsSync(path)) return [];
  if (input.includes('.')) return [input];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(projectRoot.length + 1))
    .sort();
}

function nestBuild(): Promise<void> {
  const nest = join(projectRoot, 'node_modules', '@nestjs', 'cli', 'bin', 'nest.js');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [nest, 'build'], {
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
  mkdirSync(dist, { recursive: true });
  await writeFile(workflowBundle, code);
}
