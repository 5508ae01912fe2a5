import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../stack/layout.ts';

/** Seconds of each test file at its last run on this machine; scripts/test/times-reporter.ts keeps it. */
export const testTimesFile = join(
  projectRoot,
  'node_modules',
  '.cache',
  'manilla',
  'test-times.json',
);

/** For a file that has not run here yet. */
const usualSeconds: Readonly<Record<string, number>> = {
  unit: 1,
  architecture: 5,
  replay: 8,
  integration: 2,
  workflows: 20,
  e2e: 20,
};

/** What is known of the last runs. */
export function knownTestTimes(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(testTimesFile, 'utf8')) as Record<string, number>;
  } catch {
    return {};
  }
}

/** How long a test file takes. */
export function secondsByTest(
  known: Readonly<Record<string, number>> = knownTestTimes(),
): (test: string) => number {
  return (test) => known[test] ?? usualSeconds[test.split('/')[1] ?? ''] ?? 5;
}
