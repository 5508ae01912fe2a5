/** Ends what a killed launcher left running; `npm start` calls it when that happens. */
import { dataDirFromEnvironment, stackLayout } from './layout.ts';
import { endLeftovers } from './leftovers.ts';

await endLeftovers(stackLayout(dataDirFromEnvironment(process.env)).processes);
