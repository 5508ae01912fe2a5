import { execFile, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSdk } from '../../../scripts/stack/build-sdk.ts';
import { blocksOf, type MerchantPage } from '../../support/doc-blocks.js';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');

/** A folder of a reader's own, with what a page tells to put into it. */
export class ReadersFolder implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), 'manilla-reader-'));

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  write(name: string, text: string): void {
    mkdirSync(join(this.path, name, '..'), { recursive: true });
    writeFileSync(join(this.path, name), text);
  }

  link(name: string, target: string): void {
    mkdirSync(join(this.path, name, '..'), { recursive: true });
    symlinkSync(join(root, target), join(this.path, name));
  }

  /** The page's shell commands, in one shell. Returns what they print. */
  async runShell(page: MerchantPage, replaced: Readonly<Record<string, string>>): Promise<string> {
    const text = blocksOf(page)
      .filter(({ language, marks }) => language === 'sh' && !marks.includes('not-run'))
      .map((block) => block.text)
      .join('\n');
    const script = Object.entries(replaced).reduce(
      (changed, [from, to]) => changed.replaceAll(from, to),
      text,
    );
    const { stdout } = await run('sh', ['-c', script], { cwd: this.path });
    return stdout;
  }

  /** The page's TypeScript, under the names that stand in its fences, compiled to JavaScript as another project would. */
  async compile(page: MerchantPage): Promise<void> {
    const files = blocksOf(page).filter(({ language }) => language === 'ts');
    await this.compileAll(Object.fromEntries(files.map(({ marks, text }) => [marks[0], text])));
  }

  async compileAll(files: Readonly<Record<string, string>>): Promise<void> {
    const sdk = 'node_modules/@manilla/sdk';
    this.write(`${sdk}/package.json`, readFileSync(join(root, 'sdk/package.json'), 'utf8'));
    await buildSdk(join(this.path, sdk));
    for (const name of ['pg', '@types']) this.link(`node_modules/${name}`, `node_modules/${name}`);
    this.write('package.json', '{"type":"module"}');
    for (const [name, text] of Object.entries(files)) this.write(name, text);
    const compiler = join(root, 'node_modules/@typescript/native/bin/tsc');
    const options = ['--strict', '--rewriteRelativeImportExtensions', '--types', 'node'];
    // What is newer than the oldest Node that a merchant may have does not compile.
    const target = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023'];
    const names = Object.keys(files);
    await run(process.execPath, [compiler, ...options, ...target, ...names], { cwd: this.path });
  }

  /** Runs a program of it, by this Node or another; what it sends first is the answer. */
  async start(
    name: string,
    env: NodeJS.ProcessEnv,
    execPath = process.execPath,
  ): Promise<{ program: ChildProcess; first: unknown }> {
    const program = fork(join(this.path, name), {
      execPath,
      cwd: this.path,
      env: { ...process.env, ...env },
    });
    const [first] = (await once(program, 'message')) as [unknown];
    return { program, first };
  }

  /** Starts a program that tells nothing. */
  spawn(name: string, args: readonly string[], execPath: string): ChildProcess {
    return fork(join(this.path, name), args, { execPath, cwd: this.path, silent: true });
  }
}
