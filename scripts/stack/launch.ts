import { sentenceFor } from './problem.ts';

/** A thing that a command starts and stops as a whole. */
interface Launched {
  up(): Promise<void>;
  /** The second call waits for the first. */
  down(): Promise<void>;
}

/** Ends this process with everything in its group: compilers and other short-lived children too. */
export function exit(sentence?: string): never {
  if (sentence !== undefined) console.error(sentence);
  process.once('SIGTERM', () => {});
  if (leadsItsGroup) process.kill(-process.pid, 'SIGTERM');
  process.exit(sentence === undefined ? 0 : 1);
}

/** start.mjs gives this process a group of its own and a channel; run by hand it has neither. */
const leadsItsGroup = process.send !== undefined;

/**
 * Brings it up, and takes it down when that fails, when it is told to stop, or when the process that asked for it is
 * gone.
 */
export async function launch(make: () => Launched): Promise<void> {
  let launcher: Launched | undefined;
  let asked = false;
  const stop = (): void => {
    if (asked) return;
    asked = true;
    if (process.connected) console.log('stopping ...');
    void (launcher?.down() ?? Promise.resolve()).then(() => exit());
  };
  process.on('message', (message) => message === 'stop' && stop());
  process.on('disconnect', stop);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  // A terminal that went away must not end the launcher before it has stopped the rest.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  try {
    launcher = make();
    await launcher.up();
  } catch (error) {
    if (asked) return;
    asked = true;
    await launcher?.down();
    exit(sentenceFor(error));
  }
}
