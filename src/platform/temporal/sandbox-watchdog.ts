/*
 * A thread beside the worker's own thread, because a workflow in a loop would block that one.
 * src/platform/temporal/lean-sandbox.ts starts it.
 */
import { writeFileSync, writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import type { WatchdogTask } from './lean-sandbox.js';

const checkEveryMs = 500;
const { calls, file, stuckAfterMs } = workerData as WatchdogTask;
const state = new Int32Array(calls);
let seen = 0;
/**
 * The number of checks in a row during one call. Checks are counted and not time, because a process that was paused has
 * done nothing wrong.
 */
let checksInOneCall = 0;

setInterval(() => {
  const now = Atomics.load(state, 0);
  checksInOneCall = now % 2 !== 0 && now === seen ? checksInOneCall + 1 : 0;
  seen = now;
  if (checksInOneCall * checkEveryMs >= stuckAfterMs) endProcess();
}, checkEveryMs);

function endProcess(): void {
  const stuckAt = new Date().toISOString();
  const msg =
    'a workflow is stuck in a loop; this process ends, and the next one has the protection of the SDK';
  // The line is written without the logger, which writes through the thread that is stuck.
  writeSync(1, `${JSON.stringify({ level: 'error', time: stuckAt, msg, stuckAfterMs, file })}\n`);
  try {
    writeFileSync(file, JSON.stringify({ stuckAt }));
  } catch (error) {
    writeSync(1, `${JSON.stringify({ level: 'error', time: stuckAt, msg: String(error) })}\n`);
  }
  process.kill(process.pid, 'SIGKILL');
}
