import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProcessRecord } from './process-record.ts';

const longLogBytes = 20_000_000;

export interface ProcessSpec {
  /** Names the log file and the record; unique among the running ones. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly uid?: number;
  readonly gid?: number;
  /** Sent first when stopping; SIGTERM unless the program wants another. */
  readonly stopSignal?: NodeJS.Signals;
  /** After this long without an exit, SIGKILL to the whole group. */
  readonly stopTimeoutMs?: number;
}

export interface RunningProcess {
  readonly name: string;
  readonly pid: number;
  readonly logFile: string;
  /** Resolves with a few words on how it ended ("exit code 1", "signal SIGKILL"). */
  readonly ended: Promise<string>;
  /** Asks it to stop, waits, and kills the group when it does not. Safe to call twice. */
  stop(): Promise<void>;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
}

/** Starts processes in groups of their own, with a log each and a record on disk of the running ones. */
export class ProcessStarter {
  readonly #logDir: string;
  readonly #record: ProcessRecord;
  readonly #running = new Set<RunningProcess>();

  constructor(logDir: string, recordFile: string) {
    mkdirSync(logDir, { recursive: true });
    this.#logDir = logDir;
    this.#record = new ProcessRecord(recordFile);
  }

  /** Makes this very process part of the record, so that a second launcher sees that the stack is in use. */
  recordSelf(name: string): () => void {
    this.#record.add(name, process.pid);
    return () => this.#record.remove(process.pid);
  }

  start(spec: ProcessSpec): RunningProcess {
    const logFile = join(this.#logDir, `${spec.name}.log`);
    const child = this.#spawn(spec, logFile);
    const pid = child.pid;
    const ended = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) => {
        if (pid !== undefined) this.#record.remove(pid);
        resolve(signal === null ? `exit code ${code}` : `signal ${signal}`);
      });
    });
    if (pid === undefined) return neverStarted(spec.name, logFile, ended);
    this.#record.add(spec.name, pid);
    const running = runningProcess(spec, child, pid, logFile, ended);
    this.#running.add(running);
    void ended.then(() => this.#running.delete(running));
    return running;
  }

  /** Returns the running processes, in the order in which they were started. */
  running(): RunningProcess[] {
    return [...this.#running];
  }

  #spawn(spec: ProcessSpec, logFile: string): ChildProcess {
    setAsideLongLog(logFile);
    const log = openSync(logFile, 'a');
    try {
      return spawn(spec.command, spec.args, {
        env: spec.env,
        cwd: spec.cwd,
        uid: spec.uid,
        gid: spec.gid,
        // A group of its own: a Ctrl-C in the terminal must reach only the launcher, which stops things in order.
        detached: true,
        stdio: ['ignore', log, log],
      });
    } finally {
      closeSync(log);
    }
  }
}

/** Keeps one older log, so that a stack that is used for months does not fill the disk. */
function setAsideLongLog(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > longLogBytes) renameSync(file, `${file}.1`);
}

function neverStarted(name: string, logFile: string, ended: Promise<string>): RunningProcess {
  const nothing = async (): Promise<void> => {};
  return { name, pid: -1, logFile, ended, stop: nothing, kill: nothing };
}

function runningProcess(
  spec: ProcessSpec,
  child: ChildProcess,
  pid: number,
  logFile: string,
  ended: Promise<string>,
): RunningProcess {
  const running = (): boolean => child.exitCode === null && child.signalCode === null;
  const kill = async (): Promise<void> => {
    if (running()) signalGroup(pid, 'SIGKILL');
    await ended;
  };
  const stop = async (): Promise<void> => {
    if (running()) child.kill(spec.stopSignal ?? 'SIGTERM');
    const timedOut = sleep(spec.stopTimeoutMs ?? 15_000, 'timeout', { ref: false });
    if ((await Promise.race([ended, timedOut])) === 'timeout') await kill();
  };
  return { name: spec.name, pid, logFile, ended, stop, kill };
}

/** Signals a process and all of its group. */
export function signalGroup(pid: number, name: NodeJS.Signals): void {
  signal(-pid, name);
  signal(pid, name);
}

/** Signals a process (or, negative, a group) that may have ended in the meantime. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process is gone already, as intended.
  }
}
