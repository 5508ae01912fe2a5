import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { compileCache } from './scripts/stack/layout.ts';
import { SlowKindsFirst } from './test/support/slow-kinds-first.js';

// Each process loads the same packages; what Node has compiled of them is kept for the next.
Object.assign(process.env, compileCache);

interface Project {
  readonly name: string;
  /** Projects of one group run side by side; the groups run one after the other. */
  readonly group: keyof typeof groups;
  /** The files of its own folder that end so, unless said otherwise. */
  readonly files?: string;
  /** Runs once before its tests. */
  readonly setup?: readonly string[];
}

/** Fast failures first. Files at once: a test that waits for servers leaves the processor to another. */
const groups = {
  alone: { order: 0, maxWorkers: 2 },
  servers: { order: 1, maxWorkers: 5 },
} as const;

/** Ends what hangs. On a busy machine, five processes that load everything at once have taken two minutes for it. */
const longestMs = 300_000;

/** Of each group the fastest first: test/support/slow-kinds-first.ts begins with the last. */
const projects: readonly Project[] = [
  { name: 'unit', group: 'alone' },
  { name: 'architecture', group: 'alone' },
  { name: 'replay', group: 'alone' },
  { name: 'integration', group: 'servers' },
  // The API in the test's own process, without Temporal.
  { name: 'edge', group: 'servers' },
  { name: 'workflows', group: 'servers' },
  // Each process starts a Manilla of its own, which all of its files share.
  { name: 'e2e', group: 'servers' },
  // The payer's page in a real Chromium.
  {
    name: 'browser',
    group: 'servers',
    setup: ['test/browser/chromium-setup.ts'],
  },
  // Operations, and minutes of random cases: `npm run nightly`, and no part of `npm test`.
  {
    name: 'nightly',
    group: 'servers',
    files: 'test/nightly/**/*.{test,soak}.ts',
    setup: ['test/browser/chromium-setup.ts'],
  },
];

function toVitest(project: Project): TestProjectInlineConfiguration {
  const { name, group, setup = [] } = project;
  const { files = `test/${name}/**/*.test.ts` } = project;
  const { order, maxWorkers } = groups[group];
  return {
    extends: true,
    test: {
      name,
      include: [files],
      // Starts PostgreSQL and Temporal, once for all projects that ask, and builds `dist`.
      globalSetup: [...(group === 'alone' ? [] : ['test/support/stack-setup.ts']), ...setup],
      testTimeout: longestMs,
      hookTimeout: longestMs,
      // How long what is on its way may take on a busy machine.
      expect: { poll: { timeout: 20_000 } },
      maxWorkers,
      sequence: { groupOrder: order },
    },
  };
}

export default defineConfig({
  test: {
    pool: 'forks',
    // Files of one process share what they import, and the Manilla that the first of them has started.
    isolate: false,
    sequence: { sequencer: SlowKindsFirst },
    setupFiles: ['reflect-metadata'],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts', 'workflows/**/*.ts', 'activities/**/*.ts'],
    },
    projects: projects.map(toVitest),
  },
});
