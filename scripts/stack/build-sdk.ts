import { execFile } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from './layout.ts';
import { Problem } from './problem.ts';

const run = promisify(execFile);
const sdk = join(projectRoot, 'sdk');

/**
 * Compiles sdk/src into sdk/dist: CommonJS, and an ESM entry that exports the same. An image of the engine has no SDK: then
 * there is nothing to do.
 *
 * @param folder where `dist` goes; another one than sdk for who must not change a package that others are using
 */
export async function buildSdk(folder = sdk): Promise<void> {
  if (!existsSync(sdk)) return;
  const tsc = join(projectRoot, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
  const dist = join(folder, 'dist');
  rmSync(dist, { recursive: true, force: true });
  try {
    await run(process.execPath, [tsc, '-p', join(sdk, 'tsconfig.json'), '--outDir', dist]);
    // The licence asks that each copy has it.
    cpSync(join(projectRoot, 'LICENSE'), join(dist, 'LICENSE'));
  } catch (error) {
    const { stdout = '' } = error as { stdout?: string };
    throw new Problem(`The SDK does not compile; correct it and build again.\n${stdout}`);
  }
}
