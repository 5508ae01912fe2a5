/** `npm run screenshots`: the payer's page in each state, on a phone and on a desk, for docs/checkout-page.md. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './stack/layout.ts';

const folder = join(projectRoot, 'docs', 'images', 'checkout-page');
mkdirSync(folder, { recursive: true });
const vitest = join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs');
// Drawn from the checkouts of test/support/shown-pages.ts, which the tests of the page use as well.
const run = spawnSync(
  process.execPath,
  [vitest, 'run', '--project', 'browser', '-t', 'takes pictures'],
  {
    cwd: projectRoot,
    stdio: 'inherit',
    env: { ...process.env, MANILLA_SCREENSHOTS: folder },
  },
);
process.exitCode = run.status ?? 1;
