import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from './layout.ts';
import { startTimeOf } from './process-record.ts';
import { errorCode } from './problem.ts';

const lockFile = join(projectRoot, 'node_modules', '.cache', 'manilla-build.lock');

/** Runs `work` while no other process builds; a lock whose owner died is taken over. */
export async function withBuildLock<T>(
  work: () => Promise<T>,
  progress: (line: string) => void,
): Promise<T> {
  mkdirSync(dirname(lockFile), { recursive: true });
  const owner = `${process.pid} ${startTimeOf(process.pid)}`;
  while (!tryLock(owner)) {
    progress('waiting for another build to end');
    await sleep(200);
  }
  try {
    return await work();
  } finally {
    rmSync(lockFile, { force: true });
  }
}

function tryLock(owner: string): boolean {
  try {
    writeFileSync(lockFile, owner, { flag: 'wx' });
    return true;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  const [pid, ...started] = readOwner().split(' ');
  if (pid !== undefined && startTimeOf(Number(pid)) !== started.join(' ')) {
    rmSync(lockFile, { force: true });
  }
  return false;
}

function readOwner(): string {
  try {
    return readFileSync(lockFile, 'utf8');
  } catch {
    return '';
  }
}
