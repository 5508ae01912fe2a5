/*
 * Runs in the SDK's workflow threads before the SDK does, when src/temporal/lean-sandbox.ts asks for it. CommonJS and
 * plain syntax, because Node loads it with --require.
 *
 * SDK 1.24 starts a watchdog thread for each of the several calls into a workflow per task (vm's `timeout`), and builds
 * an Error and maps its stack for every promise that a workflow makes (for the stack-trace query). Together that is more
 * than half of what a workflow task costs here. This takes both away, and tells the main thread instead when a call into
 * a workflow begins and ends.
 */
const { Script } = require('node:vm') as typeof import('node:vm');
const { workerData } = require('node:worker_threads') as typeof import('node:worker_threads');
const { globalHandlers } = require('@temporalio/worker/lib/workflow/vm-shared') as {
  /** Private to the SDK, and therefore looked at before it is used. */
  readonly globalHandlers?: { setPromiseHook?: unknown };
};

interface LeanThreadData {
  /** [0]: odd while a call into a workflow is under way, raised at its begin and its end. [1]: 1 when all was applied. */
  readonly leanSandbox?: SharedArrayBuffer;
}

const { leanSandbox } = (workerData ?? {}) as LeanThreadData;
// Another SDK may be built otherwise; then it keeps its own protection, and the main thread says so.
if (leanSandbox !== undefined && typeof globalHandlers?.setPromiseHook === 'function') {
  const state = new Int32Array(leanSandbox);
  globalHandlers.setPromiseHook = () => {};
  leaveOutTimeouts(state);
  Atomics.store(state, 1, 1);
}

function leaveOutTimeouts(state: Int32Array): void {
  // oxlint-disable-next-line typescript/unbound-method -- called on the script it is called on
  const { runInContext } = Script.prototype;
  let depth = 0;
  Script.prototype.runInContext = function (context) {
    if (depth++ === 0) Atomics.add(state, 0, 1);
    try {
      return runInContext.call(this, context) as unknown;
    } finally {
      if (--depth === 0) Atomics.add(state, 0, 1);
    }
  };
}
