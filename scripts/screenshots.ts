/**
 * `npm run screenshots`: the payer's page in each state, for docs/checkout-page.md, the operators' desk, for docs/desk.md,
 * docs/operators-walk.md as it is played, and the portal, for docs/portal.md.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './stack/layout.ts';

const [page, desk, walk, portal] = ['checkout-page', 'desk', 'walk', 'portal'].map((name) => {
  const folder = join(projectRoot, 'docs', 'images', name);
  mkdirSync(folder, { recursive: true });
  return folder;
});
const vitest = join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs');
// Drawn from the checkouts of test/support/shown-pages.ts, which the tests of the page use as well.
const run = spawnSync(
  process.execPath,
  [
    ...[vitest, 'run', '--project=nightly', '--project=browser'],
    ...['test/nightly/browser', 'test/nightly/browser/portal-walk.test.ts', '-t', 'takes pictures'],
  ],
  {
    cwd: projectRoot,
    stdio: 'inherit',
    env: {
      ...process.env,
      MANILLA_SCREENSHOTS: page,
      MANILLA_DESK_SCREENSHOTS: desk,
      MANILLA_WALK_SCREENSHOTS: walk,
      MANILLA_PORTAL_SCREENSHOTS: portal,
    },
  },
);
process.exitCode = run.status ?? 1;
