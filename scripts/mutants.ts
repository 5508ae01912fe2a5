/**
 * `npm run mutants [-- WORD ...]`: plants the faults of test/mutants in a copy of the working tree, one at a time, and
 * runs the test that must see each. A word is a mutant's name, or a part of it or of its files; `--list` shows them all.
 * Ends with code 1 unless every mutant was killed by a failing assertion.
 */
import { parseArgs } from 'node:util';
import { mutants } from '../test/mutants/index.ts';
import type { Mutant } from '../test/mutants/mutant.ts';
import { choose } from './mutants/choose.ts';
import { type RunningServers, startServers } from './mutants/servers.ts';
import { showList, showResult, showTable } from './mutants/show.ts';
import { runTests } from './mutants/test-run.ts';
import { faultOfTest, judge, type Judged, type Result } from './mutants/verdict.ts';
import { WorkingCopy } from './mutants/working-copy.ts';
import { Problem, sentenceFor } from './stack/problem.ts';

/** Longer than any single test takes; whoever hangs on is ended. */
const oneTimeoutMs = 300_000;
const allTimeoutMs = 1_800_000;

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => interrupted.abort());
}

try {
  const { values, positionals } = parseArgs({
    options: { list: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const chosen = choose(mutants, positionals);
  if (values.list) console.log(showList(chosen));
  else if (!(await plantAll(chosen))) process.exitCode = 1;
} catch (error) {
  console.error(sentenceFor(error));
  process.exitCode = 1;
}

/** Tells whether all were killed. */
async function plantAll(chosen: readonly Mutant[]): Promise<boolean> {
  const started = performance.now();
  const copy = new WorkingCopy();
  let servers: RunningServers | undefined;
  try {
    if (chosen.some(needsServers)) {
      console.log('starting PostgreSQL and Temporal');
      servers = await startServers((line) => console.log(line));
    }
    const results = await runAll(chosen, copy, servers);
    const seconds = Math.round((performance.now() - started) / 1_000);
    console.log(`${showTable(results)} in ${seconds} s`);
    const left = chosen.length - results.length;
    if (left > 0) console.log(`Broken off: nothing is known of the other ${left}.`);
    return results.length === chosen.length && results.every(isKilled);
  } finally {
    await servers?.stop();
    copy.remove();
  }
}

async function runAll(
  chosen: readonly Mutant[],
  copy: WorkingCopy,
  servers: RunningServers | undefined,
): Promise<readonly Result[]> {
  const run = async (planted: readonly Mutant[], bail: boolean) => {
    const seen = planted.map(({ seenBy }) => seenBy);
    const ran = await runTests({
      folder: copy.folder,
      files: seen.map(({ file }) => file),
      tests: seen.map(({ test }) => test),
      env: servers?.env ?? {},
      bail,
      timeoutMs: bail ? oneTimeoutMs : allTimeoutMs,
      signal: interrupted.signal,
    });
    await servers?.endPrograms();
    return ran;
  };
  console.log(`running the tests of ${chosen.length} mutants without any fault`);
  const clean = await run(chosen, false);
  if (clean.passed.length === 0) throw new Problem(`No test has passed:\n${clean.output}`);
  const judgeOne = async (mutant: Mutant): Promise<Judged> => {
    const fault = faultOfTest(mutant, clean);
    if (fault !== undefined) return { verdict: 'broken', why: fault };
    const takeOut = copy.plant(mutant);
    if (takeOut === undefined) {
      return { verdict: 'stale', why: `what it replaces does not stand once in ${mutant.file}` };
    }
    try {
      return judge(await run([mutant], true));
    } finally {
      takeOut();
    }
  };
  const results: Result[] = [];
  for (const mutant of chosen) {
    const begun = performance.now();
    const judged = await judgeOne(mutant);
    // A run that Ctrl-C has broken off proves nothing.
    if (interrupted.signal.aborted) break;
    const result = { mutant, ...judged, seconds: (performance.now() - begun) / 1_000 };
    results.push(result);
    console.log(showResult(result, `[${results.length}/${chosen.length}]`));
  }
  return results;
}

function needsServers({ seenBy }: Mutant): boolean {
  return !/^test\/(unit|architecture|replay)\//.test(seenBy.file);
}

function isKilled({ verdict }: Result): boolean {
  return verdict === 'killed';
}
