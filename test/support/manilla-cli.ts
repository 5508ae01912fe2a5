import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { directOf } from './pgbouncer.js';
import { projectRoot } from '../../scripts/stack/layout.ts';

export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `npx manilla` as it was built, with nothing of this machine's environment but the path and what Node has compiled. */
export function manilla(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CliResult> {
  const program = join(projectRoot, 'dist', 'src', 'programs', 'cli.js');
  const direct = directOf(env['DATABASE_URL']);
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const own = { PATH, NODE_COMPILE_CACHE, MANILLA_DATA_DIR: '/nowhere', ...direct, ...env };
  const options = { env: own };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code ?? 1);
      resolve({ code, stdout, stderr });
    });
  });
}
