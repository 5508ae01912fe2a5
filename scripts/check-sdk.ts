/**
 * `npm run check:sdk`: packs the SDK, checks the package, installs it into empty folders as merchants would, and takes
 * a payment from the running stack in each. The option --package makes it check only the package.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findRunningStack } from './running/running-stack.ts';
import { buildSdk } from './stack/build-sdk.ts';
import { projectRoot } from './stack/layout.ts';
import { Problem, sentenceFor } from './stack/problem.ts';

interface Project {
  readonly name: string;
  readonly type: 'module' | 'commonjs';
  readonly packages: readonly string[];
  readonly compilerOptions: Readonly<Record<string, unknown>>;
  readonly sources: Readonly<Record<string, string>>;
  /** The output of a run in which all went well. */
  readonly prints: RegExp;
}

const run = promisify(execFile);
const examples = readFileSync(join(projectRoot, 'sdk/README.md'), 'utf8');
const quickStart = exampleWith('manilla.checkouts.initiate');

const compiler = ['typescript@5.9.3', '@types/node@20.19.9'];
const strict = { strict: true, target: 'es2022', lib: ['es2023'], types: ['node'] };
const paid = /pay into \d{10}\n(.*\n)*.*SUCCESSFUL 1000000\n$/;

/** If there were two copies, `instanceof` would depend on who has loaded the package, and how. */
const oneCopy = `
const required = createRequire(import.meta.url)('@manilla/sdk') as { ManillaError: unknown };
if (required.ManillaError !== ManillaError) throw new Error('import and require load two copies');
`;

const projects: readonly Project[] = [
  {
    ...{ name: 'ESM', type: 'module', packages: compiler, prints: paid },
    compilerOptions: { ...strict, module: 'node16' },
    sources: { 'main.ts': `import { createRequire } from 'node:module';\n${quickStart}${oneCopy}` },
  },
  {
    ...{ name: 'CommonJS', type: 'commonjs', packages: compiler, prints: paid },
    compilerOptions: { ...strict, module: 'node16' },
    sources: { 'main.ts': inFunction(quickStart) },
  },
  {
    ...{ name: 'TypeScript with moduleResolution "bundler"', type: 'module', packages: compiler },
    compilerOptions: { ...strict, module: 'esnext', moduleResolution: 'bundler' },
    sources: { 'main.ts': quickStart },
    prints: paid,
  },
  {
    ...{ name: 'NestJS 11 with moduleResolution "node"', type: 'commonjs' },
    packages: [
      ...compiler,
      ...['@nestjs/common@11.2.10', '@nestjs/core@11.2.10'],
      ...['reflect-metadata@0.2.2', 'rxjs@7.8.2'],
    ],
    compilerOptions: {
      ...{ ...strict, module: 'commonjs', moduleResolution: 'node', skipLibCheck: true },
      ...{ experimentalDecorators: true, emitDecoratorMetadata: true },
    },
    sources: {
      'payments.ts': exampleWith('PaymentsModule'),
      'shop.ts': inFunction(quickStart),
      'main.ts': `
import 'reflect-metadata';
import './shop';
import { NestFactory } from '@nestjs/core';
import { NotFoundError } from '@manilla/sdk';
import { Payments, PaymentsModule } from './payments';

async function main(): Promise<void> {
  const app = await NestFactory.createApplicationContext(PaymentsModule, { logger: false });
  const asked = app.get(Payments).status('ORD-of-nobody');
  console.log(await asked.catch((error: unknown) => error instanceof NotFoundError && 'not found'));
  await app.close();
}
void main();
`,
    },
    prints: /(^|\n)not found\n(.*\n)*.*SUCCESSFUL 1000000\n$/,
  },
];

const folder = mkdtempSync(join(tmpdir(), 'manilla-sdk-'));
try {
  await buildSdk();
  const tarball = await pack();
  await passes('publint', 'publint/src/cli.js', ['run', tarball, '--strict']);
  await passes('attw', '@arethetypeswrong/cli/dist/index.js', [tarball]);
  if (!process.argv.includes('--package')) {
    const env = await sandboxEnvironment();
    for (const project of projects) await takesPayment(project, tarball, env);
  }
} catch (error) {
  console.error(sentenceFor(error));
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}

async function pack(): Promise<string> {
  const args = ['pack', join(projectRoot, 'sdk'), '--pack-destination', folder, '--json'];
  const { stdout } = await run('npm', args, { cwd: projectRoot });
  const [packed] = JSON.parse(stdout) as [{ filename: string; size: number; unpackedSize: number }];
  const { filename, size, unpackedSize } = packed;
  console.log(`✔ packed: ${filename}, ${size} bytes, ${unpackedSize} unpacked`);
  return join(folder, filename);
}

async function passes(name: string, file: string, args: readonly string[]): Promise<void> {
  await step(name, [join(projectRoot, 'node_modules', file), ...args], projectRoot);
  console.log(`✔ ${name}`);
}

/** Returns the variables that the examples of the README read. */
async function sandboxEnvironment(): Promise<Record<string, string>> {
  const { baseUrl, clientId, clientSecret, prefix } = (await findRunningStack()).sandbox;
  return {
    ...{ MANILLA_URL: baseUrl, MANILLA_PREFIX: prefix },
    ...{ MANILLA_CLIENT_ID: clientId, MANILLA_CLIENT_SECRET: clientSecret },
  };
}

async function takesPayment(project: Project, tarball: string, env: Record<string, string>) {
  const { name, type, packages, compilerOptions, sources, prints } = project;
  const home = mkdtempSync(join(folder, 'project-'));
  const files = {
    'package.json': JSON.stringify({ name: 'shop', version: '1.0.0', private: true, type }),
    'tsconfig.json': JSON.stringify({ compilerOptions: { ...compilerOptions, outDir: 'dist' } }),
    ...sources,
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(home, file), text);
  const install = ['install', '--no-audit', '--no-fund', '--save-exact', tarball, ...packages];
  await run('npm', install, { cwd: home }).catch((error: unknown) => fail(name, error));
  await step(name, [join(home, 'node_modules/typescript/bin/tsc')], home);
  const printed = await step(name, ['dist/main.js'], home, env);
  if (!prints.test(printed)) throw new Problem(`${name} took no payment. It printed:\n${printed}`);
  console.log(`✔ installed, compiled and paid: ${name}`);
}

async function step(
  name: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<string> {
  const options = { cwd, env: { ...process.env, ...env } };
  const { stdout } = await run(process.execPath, args, options).catch((error: unknown) =>
    fail(name, error),
  );
  return stdout;
}

function fail(name: string, error: unknown): never {
  const { stdout = '', stderr = '', message } = error as Error & Record<string, string>;
  throw new Problem(`${name} fails:\n${stdout + stderr || message}`);
}

function exampleWith(text: string): string {
  const codes = [...examples.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);
  const found = codes.find((code) => code.includes(text));
  if (found === undefined) throw new Problem(`sdk/README.md has no example with ${text}`);
  return found;
}

/** CommonJS has no `await` outside of a function. */
function inFunction(code: string): string {
  const lines = code.split('\n');
  const imports = lines.filter((line) => line.startsWith('import '));
  const rest = lines.filter((line) => !line.startsWith('import '));
  return [...imports, 'void (async () => {', ...rest, '})();'].join('\n');
}
