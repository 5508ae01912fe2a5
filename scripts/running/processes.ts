import { readdirSync, readFileSync } from 'node:fs';
import { livingProcesses } from '../stack/process-record.ts';
import { Problem } from '../stack/problem.ts';

/** The parts that the bill is split into. */
export const parts = ['api', 'worker', 'temporal', 'postgres'] as const;
export type Part = (typeof parts)[number];

/** Linux counts a process's CPU time in hundredths of a second, whatever the kernel was built with. */
const msPerTick = 10;

/** The running stack's processes, measured from outside. */
export class StackProcesses {
  readonly #pids: Record<Part, number>;

  /** @param record the launcher's record of the processes that it runs */
  constructor(record: string) {
    if (process.platform !== 'linux') {
      throw new Problem('The bench reads CPU time from /proc, so it runs on Linux only.');
    }
    const living = new Map(livingProcesses(record).map(({ name, pid }) => [name, pid]));
    const missing = parts.find((part) => !living.has(part));
    if (missing !== undefined) {
      throw new Problem(
        `The stack has no process "${missing}" running; start it with "npm start".`,
      );
    }
    this.#pids = byPart((part) => living.get(part) ?? 0);
  }

  /** CPU time so far, of each part with all of its children, those that have ended included. Milliseconds. */
  cpuMs(): Record<Part, number> {
    const children = childrenByParent();
    return byPart((part) => sum(tree(this.#pids[part], children).map(cpuMsOf)));
  }

  /**
   * CPU time so far of the threads that now run in each part: `api MainThread`, `postgres manilla`. PostgreSQL's
   * processes are named by their database, or by their own job; the others by the names of their threads. Milliseconds.
   */
  cpuMsByThread(): Map<string, number> {
    const children = childrenByParent();
    const found = new Map<string, number>();
    for (const part of parts) {
      for (const [name, ms] of tree(this.#pids[part], children).flatMap((pid) =>
        threadsOf(part, pid),
      )) {
        found.set(`${part} ${name}`, (found.get(`${part} ${name}`) ?? 0) + ms);
      }
    }
    return found;
  }

  /** Memory in use; memory that processes of a part share counts once. Megabytes. */
  memoryMb(): Record<Part, number> {
    const children = childrenByParent();
    return byPart((part) =>
      Math.round(sum(tree(this.#pids[part], children).map(memoryKbOf)) / 1024),
    );
  }

  /** Reads a variable of the API's environment, as the launcher set it. */
  apiVariable(name: string): string {
    const environment = readFileSync(`/proc/${this.#pids.api}/environ`, 'utf8').split('\0');
    const entry = environment.find((line) => line.startsWith(`${name}=`));
    if (entry === undefined) throw new Problem(`The running API has no variable ${name}.`);
    return entry.slice(name.length + 1);
  }
}

function byPart<Value>(of: (part: Part) => Value): Record<Part, Value> {
  return Object.fromEntries(parts.map((part) => [part, of(part)])) as Record<Part, Value>;
}

function tree(pid: number, children: ReadonlyMap<number, number[]>): number[] {
  return [pid, ...(children.get(pid) ?? []).flatMap((child) => tree(child, children))];
}

function childrenByParent(): Map<number, number[]> {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? Number(statFields(Number(name))?.[1]) : Number.NaN;
    if (Number.isNaN(parent)) continue;
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  return children;
}

/** User and system time, of the process and of its children that have ended. */
function cpuMsOf(pid: number): number {
  return sum((statFields(pid) ?? []).slice(11, 15).map(Number)) * msPerTick;
}

function threadsOf(part: Part, pid: number): [string, number][] {
  if (part === 'postgres') return [[postgresName(pid), ownCpuMs(String(pid))]];
  return read(`/proc/${pid}/task`, (dir) => readdirSync(dir)).map((thread) => {
    const name = read(`/proc/${pid}/task/${thread}/comm`, (file) => [readFileSync(file, 'utf8')]);
    return [(name[0] ?? 'ended').trim(), ownCpuMs(`${pid}/task/${thread}`)];
  });
}

/**
 * PostgreSQL writes its present work into its title: `postgres: USER DATABASE HOST STATE`, or `postgres: walwriter`.
 */
export function postgresName(pid: number, titleOf = commandLine): string {
  const [, first = 'postmaster', database] =
    /^postgres: (\S+)(?: (\S+) \S+ \S+)?/.exec(titleOf(pid)) ?? [];
  return database ?? first;
}

function commandLine(pid: number): string {
  return read(`/proc/${pid}/cmdline`, (file) => [readFileSync(file, 'utf8')])[0] ?? '';
}

function ownCpuMs(path: string): number {
  return sum((statFields(path) ?? []).slice(11, 13).map(Number)) * msPerTick;
}

/** Nothing of a process that has ended meanwhile. */
function read(path: string, how: (path: string) => string[]): string[] {
  try {
    return how(path);
  } catch {
    return [];
  }
}

/** The fields of /proc/PID/stat from the third on; undefined when the process has ended. */
function statFields(pid: number | string): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command in brackets and may itself hold spaces and brackets.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

function memoryKbOf(pid: number): number {
  for (const [file, field] of [
    ['smaps_rollup', 'Pss'],
    ['status', 'VmRSS'],
  ]) {
    try {
      const text = readFileSync(`/proc/${pid}/${file}`, 'utf8');
      const kb = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)?.[1];
      if (kb !== undefined) return Number(kb);
    } catch {
      // Another account's process may hide its maps; the next file tells a rougher figure.
    }
  }
  return 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
