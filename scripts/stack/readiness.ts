import { readFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { diskFull, Problem } from './problem.ts';
import type { RunningProcess } from './processes.ts';

/** Waits until `probe` succeeds; a Problem with the end of the log when the process ends first or time is up. */
export async function waitUntilReady(
  child: RunningProcess,
  probe: () => Promise<boolean>,
  timeoutMs: number,
): Promise<void> {
  let end: string | undefined;
  void child.ended.then((how) => (end = how));
  const giveUpAt = performance.now() + timeoutMs;
  while (!(await probe().catch(() => false))) {
    if (end !== undefined) throw notReady(child, `stopped while starting (${end})`);
    if (performance.now() > giveUpAt)
      throw notReady(child, `was not ready after ${timeoutMs / 1000} s`);
    await sleep(25);
  }
}

function notReady(child: RunningProcess, what: string): Problem {
  const tail = lastLines(child.logFile, 3);
  if (/no space left on device|ENOSPC/i.test(tail)) return new Problem(diskFull);
  const hint = tail === '' ? '' : ` Its log ends: ${tail}`;
  return new Problem(`${child.name} ${what}; see ${child.logFile}.${hint}`);
}

/** The last lines of a log, joined into one. */
export function lastLines(file: string, count: number): string {
  try {
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    return lines.slice(-count).join(' | ').slice(-600);
  } catch {
    return '';
  }
}

/** True when something accepts connections at the port. */
export function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** True when the URL answers with a 2xx status. */
export async function answers(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
  await response.arrayBuffer();
  return response.ok;
}
