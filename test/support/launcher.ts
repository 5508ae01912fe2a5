import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { projectRoot, stackLayout } from '../../scripts/stack/layout.ts';
import { freePorts, portSettings, type StackPorts } from '../../scripts/stack/ports.ts';
import { livingProcesses, startTimeOf } from '../../scripts/stack/process-record.ts';

/** What `npm start` runs, by the names in its record. */
export const parts = [
  ...['api', 'desk', 'launcher', 'portal', 'postgres', 'simulator'],
  ...['temporal', 'temporal-ui', 'worker'],
];

/** A data folder and ports of a test's own, so that it may run beside `npm start`. */
export interface LauncherHome {
  readonly dataDir: string;
  readonly ports: StackPorts;
  readonly env: NodeJS.ProcessEnv;
  remove(): void;
}

export async function launcherHome(): Promise<LauncherHome> {
  const dataDir = mkdtempSync(join(tmpdir(), 'manilla-launcher-'));
  const ports = await freePorts();
  const env = {
    ...process.env,
    MANILLA_DATA_DIR: dataDir,
    ...portSettings(ports),
  };
  return { dataDir, ports, env, remove: () => rmSync(dataDir, { recursive: true, force: true }) };
}

/** A run of `npm start` or `npm run reset` (without npm itself, which only adds its banner). */
export class LauncherRun {
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | null>;
  #output = '';

  constructor(env: NodeJS.ProcessEnv, script = 'scripts/start.mjs', cwd = projectRoot) {
    this.#child = spawn(process.execPath, [join(cwd, script)], { cwd, env });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    this.#ended = new Promise((resolve) => {
      this.#child.once('close', (code) => resolve(code));
    });
  }

  get pid(): number {
    return this.#child.pid ?? -1;
  }

  get output(): string {
    return this.#output;
  }

  /** The last line it printed: the sentence, when it failed. */
  get lastLine(): string {
    return this.#output.trimEnd().split('\n').at(-1) ?? '';
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** The exit code of the launcher. */
  ended(): Promise<number | null> {
    return this.#ended;
  }

  /** Waits for a line that begins with the word, and fails with all of the output when it ends before. */
  async says(word: string): Promise<void> {
    let ended = false;
    void this.#ended.then(() => (ended = true));
    const line = new RegExp(`^.*${word}`, 'm');
    while (!line.test(this.#output)) {
      if (ended) throw new Error(`it ended without saying ${word}:\n${this.#output}`);
      await sleep(20);
    }
  }
}

/** A data folder that lives through one start after the other, for tests that build on each other. */
export class LauncherStory {
  #home: LauncherHome | undefined;
  #run: LauncherRun | undefined;

  /** Call it in a `describe`: makes the folder before the tests, shows the output of one that fails, cleans up after all. */
  constructor(private readonly settings: NodeJS.ProcessEnv = {}) {
    beforeAll(async () => void (this.#home = await launcherHome()));
    afterEach(({ task }) => {
      if (task.result?.state === 'fail') console.log(this.run.output);
    });
    afterAll(async () => {
      this.run.signal('SIGTERM');
      await this.run.ended();
      this.home.remove();
    });
  }

  get home(): LauncherHome {
    return this.#home ?? expect.fail('the tests have not begun');
  }

  /** The last start. */
  get run(): LauncherRun {
    return this.#run ?? expect.fail('nothing was started');
  }

  async start(): Promise<void> {
    this.#run = new LauncherRun({ ...this.home.env, ...this.settings });
    await this.#run.says('ready');
  }
}

/** Pids of everything the launcher of this home has running. */
export function recordedPids({ dataDir }: LauncherHome): Map<string, number> {
  const living = livingProcesses(stackLayout(dataDir).processes);
  return new Map(living.map(({ name, pid }) => [name, pid]));
}

/** Resolves once none of the processes runs; fails after ten seconds. */
export async function allGone(pids: Iterable<number>): Promise<void> {
  const watched = [...pids];
  for (let waitedMs = 0; waitedMs < 10_000; waitedMs += 50) {
    if (watched.every((pid) => startTimeOf(pid) === undefined)) return;
    await sleep(50);
  }
  throw new Error(`still running: ${watched.filter((pid) => startTimeOf(pid)).join(', ')}`);
}

export function sandboxOf({ dataDir }: LauncherHome): Record<string, string> {
  return JSON.parse(readFileSync(join(dataDir, 'sandbox.json'), 'utf8')) as Record<string, string>;
}
