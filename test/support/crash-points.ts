import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ProgramEnvironment } from './stack.js';

export type Side = 'before' | 'after';
export type Victim = 'api' | 'worker';

/** A call that a program makes, by the name that crash-preload.ts gives it: `pg:apply_credits`, `http:/transfers`. */
export interface CrashPoint {
  readonly program: Victim;
  readonly point: string;
}

/** Where a program is to die: at the n-th time that it passes the point. */
export interface Crash extends CrashPoint {
  readonly side: Side;
  readonly hit: number;
  /** So often it dies there, each time at the n-th passing since it was started again; once when left out. */
  readonly inARow?: number | undefined;
}

/** What `npm run soak -- --crash --point` looks for. */
export function nameOfCrash({ program, side, point }: Crash): string {
  return `${program} ${side} ${point}`;
}

export function describeCrash({ program, side, point, hit }: Crash): string {
  return `${program} dies ${side} ${point} (time ${hit})`;
}

/** The folder through which a test talks with the preload of its programs. */
export class CrashPlans {
  readonly #dir = mkdtempSync(join(tmpdir(), 'manilla-crash-'));

  /** What the programs must be started with. */
  get env(): Partial<ProgramEnvironment> {
    const preload = pathToFileURL(join(import.meta.dirname, 'crash-preload.ts')).href;
    return { NODE_OPTIONS: `--import ${preload}`, CRASH_POINTS_DIR: this.#dir };
  }

  /** From now on what is passed is counted under `id`; with a crash, its program dies there once. */
  arm(id: string, crash?: Crash): void {
    mkdirSync(this.#dir, { recursive: true });
    const next = join(this.#dir, 'plan.next');
    writeFileSync(next, JSON.stringify({ id, ...crash }));
    renameSync(next, join(this.#dir, 'plan.json'));
  }

  /** How often a program has died by the plan. */
  deaths(id: string): number {
    let deaths = 0;
    while (existsSync(join(this.#dir, `died-${id}-${deaths}`))) deaths += 1;
    return deaths;
  }

  /** How often each point was passed under the ids, in the order in which they were passed first. */
  passed(
    ids: (id: string) => boolean,
  ): ReadonlyMap<string, CrashPoint & { readonly times: number }> {
    const found = new Map<string, CrashPoint & { readonly times: number }>();
    const file = join(this.#dir, 'passed');
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
    for (const line of lines) {
      const [id = '', program = '', point = ''] = line.split('\t');
      if (!ids(id)) continue;
      const key = `${program} ${point}`;
      const times = (found.get(key)?.times ?? 0) + 1;
      found.set(key, { program: program as Victim, point, times });
    }
    return found;
  }

  remove(): void {
    rmSync(this.#dir, { recursive: true, force: true });
  }
}
