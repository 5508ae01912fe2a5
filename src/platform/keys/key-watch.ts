import { hostname } from 'node:os';
import { ConfigError, loadConfig, type Config } from '../config/config.js';
import { keyPurposes, keyVariables } from '../config/key-set.js';
import type { Program } from '../config/program-keys.js';
import { withSecretFiles } from '../config/secret-files.js';
import type { KeyBeat } from './key-holders.store.js';
import { keySetsOf } from './key-sets-of.js';

/** The longest time until a program sees a key that was put into its files. */
const readEveryMs = 5_000;
/** The time between two reports of a program's keys while nothing changes. */
const beatEveryMs = 20_000;

interface WatchLog {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface KeyWatchOptions {
  readonly config: Config;
  /** The store that the program reports its keys to; left out: they are not reported. */
  readonly store?: { beat(process: string, keySets: readonly KeyBeat[]): Promise<void> };
  readonly program: Program;
  readonly log: WatchLog;
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Takes up keys that are put into a program's files while it runs, and reports which keys the program has. So the command
 * that rotates keys knows when every program has a new one. Files that cannot be used change nothing, and are named in the
 * log.
 */
export class KeyWatch {
  readonly #options: KeyWatchOptions;
  /** The name under which this program reports its keys. */
  readonly process: string;
  readonly #env: NodeJS.ProcessEnv;
  #known: string;
  #beatAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: KeyWatchOptions) {
    this.#options = options;
    this.#env = options.env ?? process.env;
    this.process = `${options.program}@${hostname()}:${process.pid}`;
    this.#known = this.#read();
  }

  start(): void {
    void this.look();
    this.#timer = setInterval(() => void this.look(), readEveryMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Reads the files. Reports the keys when they have changed, or when a report is due. */
  async look(): Promise<void> {
    const hasChanged = this.#reload();
    if (!hasChanged && performance.now() - this.#beatAt < beatEveryMs) return;
    const { store, log } = this.#options;
    try {
      await store?.beat(this.process, this.#beats());
      this.#beatAt = performance.now();
    } catch (err) {
      // The database is away: the next look reports the keys.
      log.info({ err }, 'the keys in use could not be told');
    }
  }

  #reload(): boolean {
    const { config, log, program } = this.#options;
    const text = this.#read();
    if (text === this.#known) return false;
    this.#known = text;
    try {
      const fresh = keySetsOf(loadConfig(this.#env, program), program);
      for (const [name, keySet] of keySetsOf(config, program)) {
        keySet.replace(fresh.get(name)?.keys ?? keySet.keys);
      }
      log.info({ kids: this.#kids() }, 'the keys have changed');
      return true;
    } catch (error) {
      const problems = error instanceof ConfigError ? error.problems : [String(error)];
      log.error({ problems }, 'the files of keys cannot be used; the keys before them stay');
      return false;
    }
  }

  #read(): string {
    const { values } = withSecretFiles(this.#env);
    return keyPurposes.map((name) => values[keyVariables[name]] ?? '').join('\0');
  }

  #kids(): Record<string, string[]> {
    const { config, program } = this.#options;
    const keySets = [...keySetsOf(config, program)];
    return Object.fromEntries(
      keySets.map(([name, { keys }]) => [name, keys.map(({ kid }) => kid)]),
    );
  }

  #beats(): KeyBeat[] {
    const { config, program } = this.#options;
    return [...keySetsOf(config, program)].map(([name, keySet]) => {
      const kids = keySet.keys.map(({ kid }) => kid);
      const read = kids.flatMap((kid) => {
        const at = keySet.lastReadAt(kid);
        return at === undefined ? [] : [[kid, new Date(at).toISOString()]];
      });
      return { purpose: name, kids, read: Object.fromEntries(read) as Record<string, string> };
    });
  }
}
