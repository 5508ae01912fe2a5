import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { compileCache } from './scripts/stack/layout.ts';
import { SlowKindsFirst } from './test/support/slow-kinds-first.js';

// Each process loads the same packages; what Node has compiled of them is kept for the next.
Object.assign(process.env, compileCache);

interface Project {
  readonly name: string;
  /** Projects of one group run side by side; the groups run one after the other. */
  readonly group: keyof typeof groups;
  readonly timeoutMs?: number;
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

/** Of each group the fastest first: test/support/slow-kinds-first.ts begins with the last. */
const projects: readonly Project[] = [
  // Properties run many cases, and the machine may be busy.
  { name: 'unit', group: 'alone', timeoutMs: 20_000 },
  // The documents are made anew from a build.
  { name: 'architecture', group: 'alone', timeoutMs: 180_000 },
  { name: 'replay', group: 'alone', timeoutMs: 60_000 },
  { name: 'integration', group: 'servers', timeoutMs: 30_000 },
  // The API in the test's own process, without Temporal.
  { name: 'edge', group: 'servers', timeoutMs: 60_000 },
  { name: 'workflows', group: 'servers', timeoutMs: 120_000 },
  // Each process starts a Manilla of its own, which all of its files share.
  { name: 'e2e', group: 'servers', timeoutMs: 120_000 },
  // The payer's page in a real Chromium.
  {
    name: 'browser',
    group: 'servers',
    timeoutMs: 120_000,
    setup: ['test/browser/chromium-setup.ts'],
  },
  // Operations, and minutes of random cases: `npm run nightly`, and no part of `npm test`.
  {
    name: 'nightly',
    group: 'servers',
    timeoutMs: 120_000,
    files: 'test/nightly/**/*.{test,soak}.ts',
    setup: ['test/browser/chromium-setup.ts'],
  },
];

function toVitest(project: Project): TestProjectInlineConfiguration {
  const { name, group, timeoutMs = 5_000, setup = [] } = project;
  const { files = `test/${name}/**/*.test.ts` } = project;
  const { order, maxWorkers } = groups[group];
  return {
    extends: true,
    test: {
      name,
      include: [files],
      // Starts PostgreSQL and Temporal, once for all projects that ask, and builds `dist`.
      globalSetup: [...(group === 'alone' ? [] : ['test/support/stack-setup.ts']), ...setup],
      testTimeout: timeoutMs,
      // Five processes that load everything at once beside other work have taken two minutes for it.
      hookTimeout: 300_000,
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
