/** `npm run reset`: forgets everything the local stack has stored. */
import { rmSync } from 'node:fs';
import { dataDirFromEnvironment, stackLayout } from './stack/layout.ts';
import { livingLauncher } from './stack/launcher-claim.ts';
import { endLeftovers } from './stack/leftovers.ts';

const layout = stackLayout(dataDirFromEnvironment(process.env));
const launcher = livingLauncher(layout);
if (launcher === undefined) {
  await endLeftovers(layout.processes);
  rmSync(layout.dataDir, { recursive: true, force: true });
  console.log(`${layout.dataDir} is gone; npm start begins with empty data.`);
} else {
  console.error(
    `Manilla runs from this folder (process ${launcher.pid}); stop it with Ctrl-C in its terminal, then run npm run reset again.`,
  );
  process.exitCode = 1;
}
