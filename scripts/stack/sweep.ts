/** Ends what a killed launcher, or with `tests` a killed test run, left running; `npm start` and `npm test` call it. */
import { dataDirFromEnvironment, stackLayout } from './layout.ts';
import { endLeftovers } from './leftovers.ts';
import { sweepDeadTestRuns } from './test-runs.ts';

if (process.argv[2] === 'tests') await sweepDeadTestRuns();
else await endLeftovers(stackLayout(dataDirFromEnvironment(process.env)).processes);
