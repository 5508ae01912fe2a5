// `npm test`: sets up what is missing, runs every test and ends with one line that machines can read.
// Arguments go to vitest, e.g. `npm test -- --project unit` or `npm test -- test/e2e/api`.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, root, runPinned } from './front.mjs';

const cache = join(root, 'node_modules', '.cache');
const resultFile = join(cache, `manilla-test-results-${process.pid}.json`);

await ensureInstalled();
mkdirSync(cache, { recursive: true });

let current;
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interrupted = true;
    current?.child.kill(signal);
  });
}

const prepared = await run([join('scripts', 'stack', 'prepare.ts')]);
const code = prepared === 0 && !interrupted ? await run(vitest()) : 1;
// vitest leaves at once when it is interrupted, and the servers it had started stay.
if (interrupted) await run([join('scripts', 'stack', 'sweep.ts'), 'tests']);
const { passed, failed, skipped } = results();
// A run that broke off (a set-up that failed, an unhandled error) is a failure even when no test says so.
const failures = code === 0 ? failed : Math.max(failed, 1);
console.log(`${passed} passed, ${failures} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(code);

async function run(args) {
  current = runPinned(args);
  const { code: exitCode, signal } = await current.ended;
  return signal === null ? (exitCode ?? 1) : 1;
}

function vitest() {
  const program = join('node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${resultFile}`];
  return [program, 'run', ...reporters, ...process.argv.slice(2)];
}

function results() {
  if (!existsSync(resultFile)) return { passed: 0, failed: 0, skipped: 0 };
  const found = JSON.parse(readFileSync(resultFile, 'utf8'));
  rmSync(resultFile);
  return {
    passed: found.numPassedTests,
    failed: found.numFailedTests,
    skipped: found.numPendingTests + found.numTodoTests,
  };
}
