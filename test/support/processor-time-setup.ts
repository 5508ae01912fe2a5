import { afterAll } from 'vitest';
import { processorTime, treeProcessorMs } from '../../scripts/test/processor-time.ts';

interface TimeOfFile {
  readonly ownMs: number;
  readonly programsMs: number;
}

declare module 'vitest' {
  interface TaskMeta {
    /** Of the process that ran the file, and of the programs it has started, for `npm test -- --timing`. */
    processorTime?: TimeOfFile;
  }
}

/** A process runs several files, and its programs may outlast one: each file is told what came on top. */
const earlier = globalThis as { manillaToldTime?: TimeOfFile };

// Registered first of all, so it runs after the hooks of the file.
// oxlint-disable-next-line no-empty-pattern -- vitest takes only a pattern here
afterAll(({}, { meta }) => {
  const ownMs = processorTime('self')?.ownMs;
  const treeMs = treeProcessorMs(process.pid);
  if (ownMs === undefined || treeMs === undefined) return;
  const programsMs = treeMs - ownMs;
  const before = earlier.manillaToldTime ?? { ownMs: 0, programsMs: 0 };
  meta.processorTime = {
    ownMs: ownMs - before.ownMs,
    programsMs: programsMs - before.programsMs,
  };
  earlier.manillaToldTime = { ownMs, programsMs };
});
