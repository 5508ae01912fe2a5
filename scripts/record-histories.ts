import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './stack/layout.ts';

/*
 * Plays every path of the workflows on a real Temporal server and PostgreSQL, and keeps each history that is not kept
 * yet below test/replay/histories as <workflow>/<version>-<scenario>.json. The histories are plain: no key is needed to replay
 * them. Run this script before a released workflow is changed, and when a path is new; then commit what it wrote.
 *
 * "--anew" forgets the histories of this version first: for as long as the version is not released, nobody has an open
 * workflow of it.
 */
const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  version: string;
};
const histories = join(projectRoot, 'test', 'replay', 'histories');

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));

if (process.argv.includes('--anew')) {
  for (const file of filesBelow(histories)) {
    if (file.endsWith('.json') && file.includes(`/${version}-`)) rmSync(file);
  }
}

/** The tests that keep a history. */
const players = ['workflows', join('nightly', 'histories')]
  .flatMap((folder) => filesBelow(join(projectRoot, 'test', folder)))
  .filter((file) => file.endsWith('.test.ts'))
  .filter((file) => readFileSync(file, 'utf8').includes('keepGoldenHistory('));

const vitest = join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs');
const projects = ['--project=workflows', '--project=nightly'];
const child = spawn(process.execPath, [vitest, 'run', ...projects, ...players], {
  cwd: projectRoot,
  stdio: 'inherit',
  env: { ...process.env, MANILLA_RECORD_HISTORIES: version },
});
child.once('exit', (code) => (process.exitCode = code ?? 1));
