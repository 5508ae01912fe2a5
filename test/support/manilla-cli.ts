import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { directOf } from './pgbouncer.js';
import { projectRoot } from '../../scripts/stack/layout.ts';
import { runCommand } from '../../src/programs/cli/run.js';

export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

type Environment = Readonly<Record<string, string>>;

/** The environment is one for the whole process: one command runs after the other. */
let last: Promise<unknown> = Promise.resolve();

/** What `npx manilla` does, in this process, with nothing of this machine's environment but the path. */
export function manilla(args: readonly string[], env: Environment): Promise<CliResult> {
  const ended = last.then(async () => {
    const usual = process.env;
    process.env = environmentOf(env);
    try {
      const { exitCode, stdout, stderr } = await runCommand(args);
      return { code: exitCode, stdout, stderr };
    } finally {
      process.env = usual;
    }
  });
  last = ended;
  return ended;
}

/** The program itself, as it was built. */
export function manillaProgram(args: readonly string[], env: Environment): Promise<CliResult> {
  return builtProgram('cli', args, env);
}

/** A program of src/programs that ends by itself, as it was built. */
export function builtProgram(
  name: 'cli' | 'migrate' | 'seed',
  args: readonly string[],
  env: Environment,
): Promise<CliResult> {
  const program = join(projectRoot, 'dist', 'src', 'programs', `${name}.js`);
  const options = { env: environmentOf(env) };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code ?? 1);
      resolve({ code, stdout, stderr });
    });
  });
}

function environmentOf(env: Environment): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const direct = directOf(env['DATABASE_URL']);
  return { PATH, NODE_COMPILE_CACHE, MANILLA_DATA_DIR: '/nowhere', ...direct, ...env };
}
