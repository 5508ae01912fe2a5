import { setTimeout as sleep } from 'node:timers/promises';
import { RefusesToStart } from '../config/refuses-to-start.js';
import { otherEnvironment } from './outage.js';

/** A client or a pool. */
interface Asked {
  query<Row>(text: string): Promise<{ readonly rows: readonly Row[] }>;
}

const noSuchTable = '42P01';

/** The database was made for the sandbox and the program is live, or the other way round. */
export class OtherEnvironmentError extends RefusesToStart {
  /** src/platform/database/outage.ts knows it: a request that meets such a database is answered as in an outage. */
  readonly code = otherEnvironment;

  constructor(made: string, environment: string) {
    super(
      `MANILLA_ENVIRONMENT: this is the database of a ${made} environment and cannot become ${environment}; use another database.`,
    );
    this.name = 'OtherEnvironmentError';
  }
}

/**
 * Money of a sandbox is nobody's: its merchants, secrets and balances must not become real, nor real ones a sandbox's.
 * Returns whether the database belongs to this environment; one that was never migrated belongs to nobody.
 *
 * @throws OtherEnvironmentError
 */
export async function refuseOtherEnvironment(asked: Asked, environment: string): Promise<boolean> {
  const made = await environmentOf(asked);
  if (made !== undefined && made !== environment)
    throw new OtherEnvironmentError(made, environment);
  return made !== undefined;
}

async function environmentOf(asked: Asked): Promise<string | undefined> {
  try {
    const { rows } = await asked.query<{ value: string }>(
      "select value from public.setting where name = 'environment'",
    );
    return rows[0]?.value;
  } catch (error) {
    if ((error as { code?: unknown }).code === noSuchTable) return undefined;
    throw error;
  }
}

/**
 * Waits until the pool, which refuses connections to a database of the other environment by itself, gets its first
 * connection. Returns early when `signal` is aborted.
 *
 * @throws OtherEnvironmentError
 */
export async function awaitOwnEnvironment(pool: Asked, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await pool.query('select 1');
      return;
    } catch (error) {
      if (error instanceof OtherEnvironmentError) throw error;
      await sleep(1_000, undefined, { signal }).catch(() => {});
    }
  }
}
