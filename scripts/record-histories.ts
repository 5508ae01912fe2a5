import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './stack/layout.ts';

/*
 * Plays every path of the workflows on a real Temporal server and PostgreSQL, and keeps each history that is not kept
 * yet below test/replay/histories as <workflow>/<version>-<scenario>.json. They are plain: no key is needed to replay
 * them. Run it before a released workflow is changed, and when a path is new; then commit what it wrote.
 */
const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  version: string;
};
const vitest = join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs');
const paths = [
  '--project=workflows',
  '--project=nightly',
  'test/workflows',
  'test/nightly/histories',
];
const child = spawn(process.execPath, [vitest, 'run', ...paths], {
  cwd: projectRoot,
  stdio: 'inherit',
  env: { ...process.env, MANILLA_RECORD_HISTORIES: version },
});
child.once('exit', (code) => (process.exitCode = code ?? 1));
