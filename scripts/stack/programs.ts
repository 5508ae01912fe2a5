import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { MigrationEnvironment, ProgramEnvironment } from './environment.ts';
import { compileCache, projectRoot } from './layout.ts';
import { Problem } from './problem.ts';
import type { ProcessStarter, RunningProcess } from './processes.ts';
import { answers, waitUntilReady } from './readiness.ts';

const run = promisify(execFile);
const compiled = (file: string): string => join(projectRoot, 'dist', 'src', 'programs', file);

interface Program {
  readonly script: string;
  readonly isReady: (env: ProgramEnvironment) => Promise<boolean>;
  /** Node options in place of the usual ones. */
  readonly nodeOptions?: readonly string[];
}

/** Our long-running programs and how each tells that it is ready. */
const programs = {
  api: {
    script: compiled('api.js'),
    isReady: (env) => answers(`http://127.0.0.1:${env.MANILLA_API_PORT}/health/ready`),
  },
  worker: {
    script: compiled('worker.js'),
    isReady: (env) => answers(`http://127.0.0.1:${env.MANILLA_WORKER_METRICS_PORT}/health/ready`),
  },
  simulator: {
    script: compiled('simulator.js'),
    isReady: (env) => answers(`${env.MANILLA_SIMULATOR_URL}/health`),
  },
  desk: {
    script: compiled('desk.js'),
    isReady: (env) => answers(`http://127.0.0.1:${env.MANILLA_DESK_PORT}/health/ready`),
    // A few people use it: garbage may lie for a while, but not in hundreds of megabytes.
    nodeOptions: ['--max-semi-space-size=8', '--max-old-space-size=256'],
  },
  portal: {
    script: compiled('portal.js'),
    isReady: (env) => answers(`http://127.0.0.1:${env.MANILLA_PORTAL_PORT}/health/ready`),
    nodeOptions: ['--max-semi-space-size=8', '--max-old-space-size=384'],
  },
} satisfies Record<string, Program>;

export type ProgramName = keyof typeof programs;

/**
 * Objects that live for one request only die in a young generation of this size, instead of being moved to the old one.
 * V8 judges by the limit of the old generation how much garbage may wait: by default that is as much again as three
 * times the live objects.
 */
const usualOptions = ['--max-semi-space-size=16', '--max-old-space-size=640'];

/** Starts one of our programs with the Node that runs us and returns once it is ready, within `readyWithinMs`; `processName` names its log. */
export async function startProgram(
  starter: ProcessStarter,
  name: ProgramName,
  env: ProgramEnvironment,
  processName: string = name,
  readyWithinMs = 60_000,
): Promise<RunningProcess> {
  const { script, isReady, nodeOptions = usualOptions }: Program = programs[name];
  const child = starter.start({
    name: processName,
    command: process.execPath,
    args: ['--enable-source-maps', ...nodeOptions, script],
    cwd: projectRoot,
    env: { ...process.env, ...compileCache, ...env },
  });
  await waitUntilReady(child, () => isReady(env), readyWithinMs);
  return child;
}

/** Brings the database to the current schema. */
export async function migrate(env: MigrationEnvironment): Promise<void> {
  await runOnce('migrate', env);
}

/** The sandbox merchant that the seed makes or finds. */
export interface SandboxMerchant {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly merchantId: string;
  readonly prefix: string;
  /** The link by which the sandbox's operator signs up; there until an administrator has. */
  readonly operatorLink?: string;
  /** The link that signs the merchant's owner in to the portal, once; only the local stack is given one. */
  readonly portalSignInUrl?: string;
}

/** Makes the sandbox merchant, or another one of this name, or finds it, and returns its credentials. */
export async function seed(
  env: Partial<ProgramEnvironment>,
  name?: string,
): Promise<SandboxMerchant> {
  const output = await runOnce('seed', env, name === undefined ? [] : ['--name', name]);
  const line = output.trimEnd().split('\n').at(-1) ?? '';
  return JSON.parse(line) as SandboxMerchant;
}

async function runOnce(
  name: 'migrate' | 'seed',
  env: Partial<ProgramEnvironment>,
  args: readonly string[] = [],
): Promise<string> {
  try {
    const options = { cwd: projectRoot, env: { ...process.env, ...compileCache, ...env } };
    return (await run(process.execPath, [compiled(`${name}.js`), ...args], options)).stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    const output = `${stdout}${stderr}`.trim() || String(error);
    const reason = /^\w*error: .*$/im.exec(output)?.[0] ?? output.slice(-1_500);
    throw new Problem(`The program ${name} failed: ${reason}`);
  }
}
