/**
 * `npm run mutants [-- WORD ...]`: plants the faults of test/mutants in copies of the working tree, one at a time in each,
 * and runs the test that must see it. A word is a mutant's name, or a part of it or of its files; `--list` shows them
 * all; `--workers 1` has one copy in place of two. MANILLA_TEST_SERVERS names servers that run already.
 * Ends with code 1 unless every mutant was killed by a failing assertion.
 */
import { parseArgs } from 'node:util';
import { mutants } from '../test/mutants/index.ts';
import type { Mutant } from '../test/mutants/mutant.ts';
import { choose } from './mutants/choose.ts';
import { Worker } from './mutants/worker.ts';
import { type RunningServers, useServers } from './mutants/servers.ts';
import { showList, showResult, showTable } from './mutants/show.ts';
import type { TestRun } from './mutants/test-run.ts';
import { faultOfTest, type Judged, type Result } from './mutants/verdict.ts';
import { ensureBuilt } from './stack/build.ts';
import { Problem, sentenceFor } from './stack/problem.ts';

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => interrupted.abort());
}

try {
  const { values, positionals } = parseArgs({
    options: {
      list: { type: 'boolean', default: false },
      workers: { type: 'string', default: '2' },
    },
    allowPositionals: true,
  });
  const chosen = choose(mutants, positionals);
  if (values.list) console.log(showList(chosen));
  else if (!(await plantAll(chosen, numberOfWorkers(values.workers)))) process.exitCode = 1;
} catch (error) {
  console.error(sentenceFor(error));
  process.exitCode = 1;
}

function numberOfWorkers(text: string): number {
  if (!/^[1-8]$/.test(text)) throw new Problem('--workers takes a number from 1 to 8.');
  return Number(text);
}

/** Tells whether all were killed. */
async function plantAll(chosen: readonly Mutant[], workerCount: number): Promise<boolean> {
  const started = performance.now();
  const workers: Worker[] = [];
  let servers: RunningServers | undefined;
  try {
    if (chosen.some(needsServers)) {
      await ensureBuilt((line) => console.log(line));
      servers = await useServers((line) => console.log(line));
    }
    const wanted = Math.min(workerCount, chosen.length);
    while (workers.length < wanted) workers.push(new Worker(servers, interrupted.signal));
    const results = await runAll(chosen, workers);
    const seconds = Math.round((performance.now() - started) / 1_000);
    console.log(`${showTable(results)} in ${seconds} s`);
    const left = chosen.length - results.length;
    if (left > 0) console.log(`Broken off: nothing is known of the other ${left}.`);
    return results.length === chosen.length && results.every(isKilled);
  } finally {
    workers.forEach((worker) => worker.remove());
    await servers?.stop();
  }
}

async function runAll(
  chosen: readonly Mutant[],
  workers: readonly Worker[],
): Promise<readonly Result[]> {
  console.log(`running the tests of ${chosen.length} mutants without any fault`);
  const clean = await workers[0]?.runClean(chosen);
  if (clean === undefined) return [];
  if (clean.passed.length === 0) throw new Problem(`No test has passed:\n${clean.output}`);
  const waiting = chosen.values();
  const results: Result[] = [];
  // The workers take from one list, each the next when it is through with its last.
  const work = async (worker: Worker): Promise<void> => {
    for (const mutant of waiting) {
      const begun = performance.now();
      const judged = await judgeBy(worker, mutant, clean);
      // A run that Ctrl-C has broken off proves nothing.
      if (interrupted.signal.aborted) break;
      const result = { mutant, ...judged, seconds: (performance.now() - begun) / 1_000 };
      results.push(result);
      console.log(showResult(result, `[${results.length}/${chosen.length}]`));
    }
  };
  await Promise.all(workers.map(work));
  return results.toSorted((a, b) => chosen.indexOf(a.mutant) - chosen.indexOf(b.mutant));
}

async function judgeBy(worker: Worker, mutant: Mutant, clean: TestRun): Promise<Judged> {
  const fault = faultOfTest(mutant, clean);
  return fault === undefined ? worker.judge(mutant) : { verdict: 'broken', why: fault };
}

function needsServers({ seenBy }: Mutant): boolean {
  return !/^test\/(unit|architecture|replay)\//.test(seenBy.file);
}

function isKilled({ verdict }: Result): boolean {
  return verdict === 'killed';
}
