import { setTimeout as sleep } from 'node:timers/promises';
import { livingProcesses, startTimeOf, type RecordedProcess } from './process-record.ts';
import { signal, signalGroup } from './processes.ts';

/** The signal that stops each recorded process; the rest take SIGTERM. */
const stopSignals: Partial<Record<string, NodeJS.Signals>> = { postgres: 'SIGINT' };
const stopLast = ['temporal', 'postgres'];
/** `postgres-a` is a `postgres`. */
const kindOf = (name: string): string =>
  stopLast.find((kind) => name === kind || name.startsWith(`${kind}-`)) ?? name;

/**
 * Ends the processes that a killed launcher left behind: programs first, then Temporal, then PostgreSQL. Returns their
 * names.
 */
export async function endLeftovers(recordFile: string): Promise<string[]> {
  const left = livingProcesses(recordFile).filter((entry) => entry.pid !== process.pid);
  const stageOf = (entry: RecordedProcess): number => stopLast.indexOf(kindOf(entry.name));
  for (const stage of [...new Set(left.map(stageOf))].sort((a, b) => a - b)) {
    await Promise.all(left.filter((entry) => stageOf(entry) === stage).map(endProcess));
  }
  return left.map(({ name }) => name);
}

async function endProcess({ name, pid, started }: RecordedProcess): Promise<void> {
  const lives = (): boolean => startTimeOf(pid) === started;
  if (!lives()) return;
  signal(pid, stopSignals[kindOf(name)] ?? 'SIGTERM');
  for (let waitedMs = 0; waitedMs < 4_000 && lives(); waitedMs += 50) await sleep(50);
  if (lives()) signalGroup(pid, 'SIGKILL');
  for (let waitedMs = 0; waitedMs < 5_000 && lives(); waitedMs += 50) await sleep(50);
}
