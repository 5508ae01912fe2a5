/**
 * Ends the processes that a killed launcher, or with `tests` a killed test run, left running; `npm start`, `npm run
 * cluster` and `npm test` call it.
 */
import { clusterDataDir, dataDirFromEnvironment, stackLayout } from './layout.ts';
import { endLeftovers } from './leftovers.ts';
import { sweepDeadTestRuns } from './test-runs.ts';

const [, , what] = process.argv;
const dataDir = what === 'cluster' ? clusterDataDir : dataDirFromEnvironment(process.env);
if (what === 'tests') await sweepDeadTestRuns();
else await endLeftovers(stackLayout(dataDir).processes);
