import { readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endLeftovers } from './leftovers.ts';
import { errorCode } from './problem.ts';
import { livingProcesses } from './process-record.ts';

/** Folders of test runs in the system's folder for temporary files begin so. */
export const testRunPrefix = 'manilla-test-';
/** The name of a run's own process in its record. */
export const testRunner = 'tests';
/** A failed run leaves its logs for someone to read. */
const keepLogsMs = 3_600_000;

/**
 * Ends the processes that killed test runs left behind and removes old folders; runs that are still going are left
 * alone.
 */
export async function sweepDeadTestRuns(): Promise<void> {
  const names = readdirSync(tmpdir()).filter((name) => name.startsWith(testRunPrefix));
  for (const folder of names.map((name) => join(tmpdir(), name))) {
    try {
      await sweepFolder(folder);
    } catch (error) {
      // Another run may sweep at the same time.
      if (errorCode(error) !== 'ENOENT') throw error;
    }
  }
}

async function sweepFolder(folder: string): Promise<void> {
  const living = livingProcesses(join(folder, 'processes.json'));
  if (living.some(({ name }) => name === testRunner)) return;
  const wasKilled = await endRecorded(folder, () => true);
  const isOld = Date.now() - statSync(folder).mtimeMs > keepLogsMs;
  if (wasKilled || isOld) rmSync(folder, { recursive: true, force: true });
}

/** Ends the processes of the chosen records: the programs first, then the servers. True when there were records. */
export async function endRecorded(
  folder: string,
  which: (file: string) => boolean,
): Promise<boolean> {
  const records = readdirSync(folder).filter((file) => /^processes.*\.json$/.test(file));
  // Records of programs carry a suffix, which sorts them after the records of the servers.
  const chosen = records.filter(which).sort().reverse();
  for (const file of chosen) await endLeftovers(join(folder, file));
  return chosen.length > 0;
}
