import type { ProgramEnvironment } from '../../scripts/stack/environment.ts';

/** PostgreSQL and Temporal that run. */
export interface GivenServers {
  /** Folder of this run: logs and records of processes. */
  readonly dataDir: string;
  /** Connection string of the `postgres` database, for making and dropping databases. */
  readonly adminUrl: string;
  readonly temporalAddress: string;
  /** The programs' environment; tests lay their own database, namespace and ports over it. */
  readonly env: ProgramEnvironment;
}

/** What the set-up of a test run hands to the tests; read it with `inject('stack')`. */
export interface TestStackContext extends GivenServers {
  /** A migrated, empty database to clone from. */
  readonly templateDatabase: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    stack: TestStackContext;
  }
}
