/** `npm run screenshots`: the payer's page in each state, on a phone and on a desk, for docs/checkout-page.md. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './stack/layout.ts';

const folder = join(projectRoot, 'docs', 'images', 'checkout-page');
mkdirSync(folder, { recursive: true });
const vitest = join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs');
// The test by axe brings the page into each state; the pictures are taken on the way.
const run = spawnSync(process.execPath, [vitest, 'run', '--project', 'browser', '-t', 'by axe'], {
  cwd: projectRoot,
  stdio: 'inherit',
  env: { ...process.env, MANILLA_SCREENSHOTS: folder },
});
process.exitCode = run.status ?? 1;
