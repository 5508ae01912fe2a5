/**
 * Chooses the tests that a change can break, for `npm test -- --changed [REF]`: says which and why, and writes the list
 * for vitest. First argument: the file to write; second: what to compare with.
 */
import { writeFileSync } from 'node:fs';
import { changesSince, currentSources } from './changed/changes.ts';
import { choose } from './changed/choice.ts';
import { nearTests } from './changed/near-tests.ts';
import { reportOf } from './changed/report.ts';
import { isTest } from './changed/typescript-links.ts';
import { sentenceFor } from './stack/problem.ts';
import { secondsByTest } from './test/test-times.ts';

try {
  const [listFile = '', ref] = process.argv.slice(2);
  const sources = currentSources();
  const compared = changesSince(ref);
  const perChange = nearTests(sources, compared.changes, secondsByTest());
  const choice = choose(perChange.map(({ candidates }) => candidates));
  const tests = [...sources.keys()].filter(isTest);
  console.log(reportOf(compared.with, perChange, choice, tests.length).join('\n'));
  writeFileSync(listFile, JSON.stringify(choice.chosen.map(({ test }) => test)));
} catch (error) {
  console.error(sentenceFor(error));
  process.exitCode = 1;
}
