import { readFileSync } from 'node:fs';
import { startApi, startWorker, type TestManilla, type TestProgram } from './stack.js';

/** More processes of the API and of the worker, beside those that a Manilla has. */
export class Replicas {
  private constructor(
    readonly apis: readonly TestProgram[],
    readonly workers: readonly TestProgram[],
  ) {}

  /** So many more of each. */
  static async beside({ env }: TestManilla, count: number): Promise<Replicas> {
    const {
      MANILLA_API_PORT: _api,
      MANILLA_METRICS_PORT: _metrics,
      MANILLA_WORKER_METRICS_PORT: _worker,
      ...shared
    } = env;
    const each = Array.from({ length: count });
    const [apis, workers] = await Promise.all([
      Promise.all(each.map(() => startApi(shared))),
      Promise.all(each.map(() => startWorker(shared))),
    ]);
    return new Replicas(apis, workers);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.apis, ...this.workers].map((program) => program.stop()));
  }
}

/** Processor time that these processes have used, in milliseconds. */
export function cpuMs(programs: readonly TestProgram[]): number {
  const ticks = programs.map(({ pid }) => {
    // After the program's name, which may hold spaces: state, then ten fields, then user and system time.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((sum, each) => sum + each, 0) * 10;
}
