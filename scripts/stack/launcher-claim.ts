import { setTimeout as sleep } from 'node:timers/promises';
import type { StackLayout } from './layout.ts';
import { endLeftovers } from './leftovers.ts';
import { Problem } from './problem.ts';
import { livingProcesses } from './process-record.ts';
import type { ProcessStarter } from './processes.ts';

const running = 'launcher';
const stopping = 'launcher (stopping)';

/** The mark of this process in the record of processes: one launcher per data folder. */
export interface LauncherClaim {
  /** Lets a launcher that starts meanwhile wait for this one instead of giving up. */
  markStopping(): void;
  release(): void;
}

/** The launcher that uses the data folder now, if any. */
export function livingLauncher(
  layout: StackLayout,
): { pid: number; stopping: boolean } | undefined {
  const found = livingProcesses(layout.processes).find(
    ({ name, pid }) => (name === running || name === stopping) && pid !== process.pid,
  );
  return found && { pid: found.pid, stopping: found.name === stopping };
}

/** Claims the data folder; first ends the processes that a killed launcher left, whose names go to `onLeftovers`. */
export async function claimDataFolder(
  layout: StackLayout,
  starter: ProcessStarter,
  onLeftovers: (names: string[]) => void,
): Promise<LauncherClaim> {
  await waitForOther(layout);
  const left = await endLeftovers(layout.processes);
  if (left.length > 0) onLeftovers(left);
  let release = starter.recordSelf(running);
  return {
    markStopping: () => {
      release();
      release = starter.recordSelf(stopping);
    },
    release: () => release(),
  };
}

async function waitForOther(layout: StackLayout): Promise<void> {
  for (let waitedMs = 0; waitedMs < 30_000; waitedMs += 100) {
    const other = livingLauncher(layout);
    if (other === undefined) return;
    // One whose npm was just killed needs a moment to notice; one that stays is in use.
    if (!other.stopping && waitedMs >= 2_000) throw alreadyRunning(other.pid);
    await sleep(100);
  }
  throw new Problem('The stack that was stopped before does not end; run the command again.');
}

function alreadyRunning(pid: number): Problem {
  return new Problem(
    `Manilla already runs from this folder (process ${pid}); use it, or stop it with Ctrl-C in its terminal (or kill ${pid}) and run the command again.`,
  );
}
