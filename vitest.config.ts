import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

interface Project {
  readonly name: string;
  /** Starts PostgreSQL and Temporal, once for all projects that ask, and builds `dist`. */
  readonly needsServers?: boolean;
  readonly timeoutMs?: number;
  /** Files at once; the machine may have two cores only. */
  readonly maxWorkers?: number;
}

const projects: readonly Project[] = [
  // Properties run many cases, and the machine may be busy.
  { name: 'unit', timeoutMs: 20_000 },
  // The documents are made anew from a build.
  { name: 'architecture', timeoutMs: 180_000 },
  { name: 'replay', timeoutMs: 60_000 },
  { name: 'integration', needsServers: true, timeoutMs: 30_000, maxWorkers: 2 },
  { name: 'workflows', needsServers: true, timeoutMs: 120_000, maxWorkers: 2 },
  { name: 'e2e', needsServers: true, timeoutMs: 120_000, maxWorkers: 2 },
];

function toVitest(project: Project, position: number): TestProjectInlineConfiguration {
  const { name, needsServers = false, timeoutMs = 5_000, maxWorkers = 2 } = project;
  return {
    extends: true,
    test: {
      name,
      include: [`test/${name}/**/*.test.ts`],
      globalSetup: needsServers ? ['test/support/stack-setup.ts'] : [],
      testTimeout: timeoutMs,
      hookTimeout: Math.max(timeoutMs, 60_000),
      // How long what is on its way may take on a busy machine.
      expect: { poll: { timeout: 20_000 } },
      maxWorkers,
      // One kind of test after the other: fast failures first, and no two that load the servers at once.
      sequence: { groupOrder: position },
    },
  };
}

export default defineConfig({
  test: {
    pool: 'forks',
    setupFiles: ['reflect-metadata'],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts', 'workflows/**/*.ts', 'activities/**/*.ts'],
    },
    projects: projects.map(toVitest),
  },
});
