const readOnly = '25006';
/** The code of an error of ours: the database that answered is one of the other environment. */
export const otherEnvironment = 'OTHER_ENVIRONMENT';

/** Classes of SQLSTATE (its first two characters) that report a fault of the server, not of the statement. */
const outageClasses: ReadonlySet<string> = new Set([
  '08', // connection
  '28', // log-in refused
  '3D', // no such database
  '40', // deadlock, serialization
  '53', // disk full, out of memory, too many connections
  '57', // shutdown, statement timeout
  '58', // the disk or the system failed
]);

const outageCodes: ReadonlySet<string> = new Set([
  readOnly,
  otherEnvironment,
  '25P03', // a transaction was idle for too long
  '55P03', // lock timeout
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** The text of node-postgres's errors that have no code. */
const outageMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (was closed|has encountered a connection error))/;

/** Tells whether the database cannot be reached, or cannot serve now. The same request may succeed later. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  // A socket that cannot be connected: EAGAIN is a Unix socket whose queue is full, ENOENT one whose server is gone.
  if (syscall === 'connect') return true;
  if (code === undefined) return outageMessages.test(error.message);
  return outageCodes.has(code) || (code.length === 5 && outageClasses.has(code.slice(0, 2)));
}

/** Tells whether the server is a standby now, or has been set to read-only. */
export function isReadOnly(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === readOnly;
}

/**
 * Tells whether the transaction failed by a deadlock (40P01) or a serialization failure (40001) with another one.
 * Nothing was changed, and the next try usually succeeds.
 */
export function isCrossed(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === '40P01' || code === '40001';
}

/** Tells whether somebody held a lock for longer than the statement may wait for it. */
export function isLockTimeout(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === '55P03';
}

export function isStatementTimeout(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === '57014';
}

/**
 * Tells whether PgBouncer refused the connection. PgBouncer takes no start-up options, so a program that sends some must
 * reach the database itself.
 */
export function isRefusedByPooler(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === '08P01';
}
