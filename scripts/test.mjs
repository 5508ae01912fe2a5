// `npm test`: sets up what is missing, runs every test and ends with one line that machines can read.
//   --changed [REF]  runs only tests that a change since REF can break, in about a minute; scripts/changed-tests.ts chooses
// All other arguments go to vitest, e.g. `npm test -- --project unit` or `npm test -- test/e2e/api`.
// `npm run nightly` runs what takes longer: scripts/nightly.ts.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ensureInstalled, root, runPinned } from './front.mjs';

const cache = join(root, 'node_modules', '.cache');
const resultFile = join(cache, `manilla-test-results-${process.pid}.json`);
const chosenFile = join(cache, `manilla-chosen-tests-${process.pid}.json`);

const { changed, ref, rest } = options(process.argv.slice(2));
await ensureInstalled();
mkdirSync(cache, { recursive: true });

const running = new Set();
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interrupted = true;
    for (const child of running) child.kill(signal);
  });
}

const code = await runTests();
// vitest leaves at once when it is interrupted, and the servers it had started stay.
if (interrupted) await run([join('scripts', 'stack', 'sweep.ts'), 'tests']);
const { passed, failed, skipped, reasons } = results();
for (const reason of reasons) console.log(reason);
// A run that broke off (a set-up that failed, an unhandled error) is a failure even when no test says so.
const failures = code === 0 ? failed : Math.max(failed, 1);
console.log(`${passed} passed, ${failures} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
rmSync(chosenFile, { force: true });
process.exit(code);

function options(args) {
  const found = { changed: false, ref: undefined, rest: [] };
  for (let index = 0; index < args.length; index += 1) {
    const [name, value] = args[index].split('=');
    if (name === '--changed') {
      found.changed = true;
      const next = args[index + 1];
      if (value !== undefined) found.ref = value;
      else if (next !== undefined && !next.startsWith('-')) found.ref = args[(index += 1)];
    } else found.rest.push(args[index]);
  }
  return found;
}

async function runTests() {
  const preparing = run([join('scripts', 'stack', 'prepare.ts')]);
  const chosen = changed ? await chosenTests() : [];
  const prepared = await preparing;
  if (chosen === undefined || prepared !== 0 || interrupted) return 1;
  return changed && chosen.length === 0 ? 0 : run(vitest(chosen));
}

/** Undefined when they could not be chosen. */
async function chosenTests() {
  const chosen = await run([
    join('scripts', 'changed-tests.ts'),
    chosenFile,
    ...(ref ? [ref] : []),
  ]);
  if (chosen !== 0 || interrupted) return undefined;
  return JSON.parse(readFileSync(chosenFile, 'utf8'));
}

async function run(args) {
  const { child, ended } = runPinned(args);
  running.add(child);
  const { code: exitCode, signal } = await ended;
  running.delete(child);
  return signal === null ? (exitCode ?? 1) : 1;
}

function vitest(chosen) {
  const program = join('node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json'];
  return [
    program,
    'run',
    ...reporters,
    `--outputFile.json=${resultFile}`,
    '--project=!nightly',
    ...rest,
    ...chosen,
  ];
}

function results() {
  if (!existsSync(resultFile)) return { passed: 0, failed: 0, skipped: 0, reasons: [] };
  const found = JSON.parse(readFileSync(resultFile, 'utf8'));
  rmSync(resultFile);
  return {
    passed: found.numPassedTests,
    failed: found.numFailedTests,
    skipped: found.numPendingTests + found.numTodoTests,
    reasons: found.testResults.flatMap(reasonsOf),
  };
}

/** A line for each failed test of a file, so that the end of a long output says what failed. */
function reasonsOf({ name, status, message, assertionResults }) {
  const tests = assertionResults.filter((test) => test.status === 'failed');
  const lines = tests.map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0]}`);
  if (lines.length === 0 && status === 'failed') lines.push(message);
  const file = relative(root, name);
  return lines.map((line) => `✖ ${file}: ${line.split('\n', 1)[0]}`);
}
