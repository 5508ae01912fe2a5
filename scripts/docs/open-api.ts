import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureBuilt } from '../stack/build.ts';
import { projectRoot } from '../stack/layout.ts';

const run = promisify(execFile);

/** openapi.json, as the built code describes itself; builds it first when it is not up to date. */
export async function openApiText(): Promise<string> {
  await ensureBuilt();
  const program = join(projectRoot, 'dist', 'src', 'open-api.js');
  const { stdout } = await run(process.execPath, [program], { maxBuffer: 64 * 1_024 * 1_024 });
  return stdout;
}
