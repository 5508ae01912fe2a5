import { findChromium } from './chromium.js';

/** Once for the project, so that nobody takes skipped tests for passed ones. */
export default function setup(): void {
  if (findChromium() !== undefined) return;
  console.log(
    'There is no Chromium on the PATH, so the tests of the payer page in a browser are skipped: install it (Debian: apt-get install chromium).',
  );
}
