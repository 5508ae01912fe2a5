// `npm start`: installs what is missing, then lets scripts/stack/up.ts (on the pinned Node) run the stack, and hands it
// every wish to stop. When this process is killed, up.ts sees its channel close and stops the stack. `npm run cluster` is the
// same with scripts/cluster/up.ts.
import { join } from 'node:path';
import { ensureInstalled, root, runPinned } from './front.mjs';

// npm itself: package.json starts this script by `exec`, without a shell between.
const startedBy = process.ppid;
await ensureInstalled();

const what = process.argv[2] === 'cluster' ? 'cluster' : 'stack';
// Its own process group: a Ctrl-C in the terminal must reach only this process, which then asks once.
const up = runPinned([join(root, 'scripts', what, 'up.ts')], { ipc: true, detached: true });

let stopping = false;
function stop() {
  if (stopping) return;
  stopping = true;
  if (up.child.connected) up.child.send('stop');
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);

// npm killed with SIGKILL cannot tell us, and without it nobody is left who could stop the stack.
const underNpm = process.env.npm_lifecycle_event !== undefined;
setInterval(() => underNpm && process.ppid !== startedBy && stop(), 250).unref();

const { code, signal } = await up.ended;
if (signal !== null) {
  await runPinned([join(root, 'scripts', 'stack', 'sweep.ts'), what]).ended;
  console.error(`The launcher was ended by ${signal}; everything it had started is stopped.`);
}
process.exit(code ?? 1);
