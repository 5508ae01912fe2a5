import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file for each port, with the id of its process. */
export const claimsFolder = join(tmpdir(), `manilla-ports-${process.getuid?.() ?? 'all'}`);

/**
 * Whether a port is this process's from now on. Who looks for a free port begins to listen later, and two processes that
 * look at the same time must not find the same one. A claim ends with its process.
 */
export function claimPort(port: number): boolean {
  mkdirSync(claimsFolder, { recursive: true });
  const file = join(claimsFolder, String(port));
  if (write(file)) return true;
  if (isRunning(holderOf(file))) return false;
  rmSync(file, { force: true });
  return write(file);
}

function write(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** 0: it is being written, or has just gone. */
function holderOf(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

function isRunning(pid: number): boolean {
  if (pid === 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
