import { setTimeout as sleep } from 'node:timers/promises';
import { RefusesToStart } from '../config/refuses-to-start.js';

/** A client or a pool. */
interface Asked {
  query<Row>(text: string): Promise<{ readonly rows: readonly Row[] }>;
}

/** The database was made for the sandbox and the program is live, or the other way round. */
export class OtherEnvironmentError extends RefusesToStart {
  constructor(made: string, environment: string) {
    super(
      `MANILLA_ENVIRONMENT: this is the database of a ${made} environment and cannot become ${environment}; use another database.`,
    );
    this.name = 'OtherEnvironmentError';
  }
}

/**
 * Money of a sandbox is nobody's: its merchants, secrets and balances must not become real, nor real ones a sandbox's.
 * A database that was never migrated belongs to nobody.
 *
 * @throws OtherEnvironmentError
 */
export async function refuseOtherEnvironment(asked: Asked, environment: string): Promise<void> {
  const { rows } = await asked.query<{ is_there: boolean }>(
    "select to_regclass('public.setting') is not null as is_there",
  );
  if (rows[0]?.is_there !== true) return;
  const known = await asked.query<{ value: string }>(
    "select value from setting where name = 'environment'",
  );
  const made = known.rows[0]?.value ?? environment;
  if (made !== environment) throw new OtherEnvironmentError(made, environment);
}

/**
 * Does the same as `refuseOtherEnvironment`, and waits as long as the database takes to come up. Returns early when
 * `signal` is aborted.
 *
 * @throws OtherEnvironmentError
 */
export async function awaitOwnEnvironment(
  asked: Asked,
  environment: string,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      return await refuseOtherEnvironment(asked, environment);
    } catch (error) {
      if (error instanceof OtherEnvironmentError) throw error;
      await sleep(1_000, undefined, { signal }).catch(() => {});
    }
  }
}
