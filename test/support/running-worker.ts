import { Worker, type WorkerOptions } from '@temporalio/worker';

export interface RunningWorker {
  readonly stop: () => void;
  readonly done: Promise<unknown>;
}

/** A worker that runs until it is told to stop. */
export async function startWorker(options: WorkerOptions): Promise<RunningWorker> {
  const worker = await Worker.create(options);
  const stopped = Promise.withResolvers<void>();
  const done = worker.runUntil(stopped.promise);
  return { stop: stopped.resolve, done: done.catch((error: unknown) => error) };
}
