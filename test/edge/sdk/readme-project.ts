import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSdk } from '../../../scripts/stack/build-sdk.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');

/** What every example but the first takes for granted. */
const prelude = `import { Manilla as Client } from '@manilla/sdk';
const manilla = new Client({
  baseUrl: process.env['MANILLA_URL'] ?? '',
  clientId: process.env['MANILLA_CLIENT_ID'] ?? '',
  clientSecret: process.env['MANILLA_CLIENT_SECRET'] ?? '',
});
const paymentReference = process.env['PAYMENT_REFERENCE'] ?? '';
`;

/** The examples of the SDK's README as a project of its own, with the built SDK installed. */
export class ReadmeProject implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'manilla-readme-'));

  private constructor(readonly examples: readonly string[]) {
    mkdirSync(join(this.#folder, 'node_modules/@manilla'), { recursive: true });
    symlinkSync(join(root, 'sdk'), join(this.#folder, 'node_modules/@manilla/sdk'));
    for (const name of ['@types', '@nestjs']) {
      symlinkSync(join(root, 'node_modules', name), join(this.#folder, 'node_modules', name));
    }
    this.#write('package.json', '{"type":"module"}');
    examples.forEach((code, at) => this.#write(nameOf(at), at === 0 ? code : prelude + code));
  }

  /** @throws Error with what the compiler says when an example does not compile */
  static async compiled(): Promise<ReadmeProject> {
    await buildSdk();
    const page = readFileSync(join(root, 'sdk/README.md'), 'utf8');
    const examples = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);
    const project = new ReadmeProject(examples);
    const tsc = join(root, 'node_modules/@typescript/native/bin/tsc');
    const strict = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023'];
    const decorators = ['--experimentalDecorators', '--emitDecoratorMetadata', '--skipLibCheck'];
    const options = [...strict, ...decorators, '--types', 'node'];
    const names = examples.map((_code, at) => nameOf(at));
    try {
      await run(process.execPath, [tsc, ...options, ...names], { cwd: project.#folder });
    } catch (error) {
      project[Symbol.dispose]();
      throw new Error(`sdk/README.md: ${(error as { stdout: string }).stdout}`, { cause: error });
    }
    return project;
  }

  /** Runs examples one after the other and answers with what they print. */
  async run(positions: readonly number[], env: Readonly<Record<string, string>>): Promise<string> {
    const imports = positions.map((at) => `await import('./${nameOf(at).replace('.ts', '.js')}');`);
    this.#write('run.js', imports.join('\n'));
    const options = { cwd: this.#folder, env: { ...process.env, ...env } };
    return (await run(process.execPath, ['run.js'], options)).stdout;
  }

  #write(name: string, text: string): void {
    writeFileSync(join(this.#folder, name), text);
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true });
  }
}

function nameOf(position: number): string {
  return `example-${position}.ts`;
}
