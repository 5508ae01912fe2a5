import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { errorCode } from './problem.ts';

/** A process we started, with the facts that make its pid unmistakable: a pid alone may belong to a stranger later. */
export interface RecordedProcess {
  readonly name: string;
  readonly pid: number;
  /** The system's start time of the process; opaque, only compared. */
  readonly started: string;
}

/** The file that remembers, across a crash of the launcher, which processes are ours. Written at once on change. */
export class ProcessRecord {
  readonly #path: string;
  #entries: RecordedProcess[] = [];

  constructor(path: string) {
    this.#path = path;
  }

  add(name: string, pid: number): void {
    const started = startTimeOf(pid);
    if (started !== undefined) this.#write([...this.#entries, { name, pid, started }]);
  }

  remove(pid: number): void {
    this.#write(this.#entries.filter((entry) => entry.pid !== pid));
  }

  #write(entries: RecordedProcess[]): void {
    this.#entries = entries;
    if (entries.length === 0) return rmSync(this.#path, { force: true });
    writeFileSync(`${this.#path}.new`, `${JSON.stringify(entries, null, 2)}\n`);
    renameSync(`${this.#path}.new`, this.#path);
  }
}

/** The recorded processes that still run and are truly those that were started. */
export function livingProcesses(path: string): RecordedProcess[] {
  return readRecord(path).filter((entry) => startTimeOf(entry.pid) === entry.started);
}

function readRecord(path: string): RecordedProcess[] {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as RecordedProcess[];
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError) return [];
    throw error;
  }
}

/** Start time of a running process, undefined when it does not run (a zombie counts as not running). */
export function startTimeOf(pid: number): string | undefined {
  return process.platform === 'linux' ? startTimeFromProc(pid) : startTimeFromPs(pid);
}

function startTimeFromProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command in brackets and may itself hold spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z') return undefined;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19]}`;
  } catch {
    return undefined;
  }
}

function startTimeFromPs(pid: number): string | undefined {
  try {
    const text = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
    return text.trim() || undefined;
  } catch {
    return undefined;
  }
}
