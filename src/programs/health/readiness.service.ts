import type { DatabaseHealth } from './health.store.js';

const maxAgeMs = 1_000;
const databaseTimeoutMs = 500;
const temporalTimeoutMs = 1_000;

export interface Checks {
  readonly database: 'UP' | 'READ_ONLY' | 'DOWN';
  readonly migrations: 'CURRENT' | 'BEHIND' | 'UNKNOWN';
  /**
   * The state of Temporal, which is reported but not required: requests that are accepted without Temporal are carried
   * out when it is back.
   */
  readonly temporal: 'UP' | 'DOWN';
}

export interface Readiness {
  readonly status: 'READY' | 'DEGRADED' | 'NOT_READY' | 'DRAINING';
  readonly checks: Checks;
}

/** Tells whether this process should be sent requests. It is asked often, so each answer is kept for a second. */
export class ReadinessService {
  #checks: Promise<Checks> | undefined;
  #checkedAt = 0;

  constructor(
    private readonly database: DatabaseHealth,
    private readonly temporalHealthy: () => Promise<boolean>,
    private readonly shutdown: AbortSignal,
  ) {}

  async readiness(): Promise<Readiness> {
    const now = performance.now();
    if (this.#checks === undefined || now - this.#checkedAt > maxAgeMs) {
      this.#checkedAt = now;
      this.#checks = this.#check();
    }
    const checks = await this.#checks;
    return { status: this.#status(checks), checks };
  }

  #status({ database, migrations, temporal }: Checks): Readiness['status'] {
    if (this.shutdown.aborted) return 'DRAINING';
    if (database !== 'UP' || migrations !== 'CURRENT') return 'NOT_READY';
    return temporal === 'UP' ? 'READY' : 'DEGRADED';
  }

  async #check(): Promise<Checks> {
    const [database, temporal] = await Promise.all([
      within(databaseTimeoutMs, this.#database()),
      within(temporalTimeoutMs, this.temporalHealthy()),
    ]);
    return {
      ...(database ?? { database: 'DOWN', migrations: 'UNKNOWN' }),
      temporal: temporal === true ? 'UP' : 'DOWN',
    };
  }

  async #database(): Promise<Pick<Checks, 'database' | 'migrations'>> {
    // Only a database of this version has the table that the write check uses.
    if (!(await this.database.isMigrated())) return { database: 'UP', migrations: 'BEHIND' };
    const isWritable = await this.database.isWritable();
    return { database: isWritable ? 'UP' : 'READ_ONLY', migrations: 'CURRENT' };
  }
}

/** Returns undefined when the work fails or takes longer. */
async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeoutMs);
  });
  try {
    return await Promise.race([work.catch(() => undefined), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
