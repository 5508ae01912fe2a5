/** Gets and builds the parts of a stack, with progress, and starts nothing. `npm test` runs it first. */
import { join } from 'node:path';
import { ensureBuilt } from './build.ts';
import { projectRoot } from './layout.ts';
import { sentenceFor } from './problem.ts';
import { ProcessStarter } from './processes.ts';
import { runSteps } from './progress.ts';
import { resolveTemporal } from './temporal-binaries.ts';

const folder = join(projectRoot, 'node_modules', '.cache', 'manilla');
const starter = new ProcessStarter(folder, join(folder, `processes-${process.pid}.json`));
const stopAll = async (): Promise<void> => {
  await Promise.all(starter.running().map((each) => each.stop()));
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stopAll().then(() => process.exit(130)));
}
try {
  await runSteps(
    [
      [
        {
          title: 'Temporal programs',
          run: (progress) => resolveTemporal(process.env, starter, progress),
        },
        { title: 'build', run: (progress) => ensureBuilt(progress) },
      ],
    ],
    stopAll,
  );
} catch (error) {
  console.error(sentenceFor(error));
  process.exitCode = 1;
}
