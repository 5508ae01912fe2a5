import { pino, type Logger, type LoggerOptions } from 'pino';
import type { Config } from '../config/config.js';
import { instanceName } from '../config/instance.js';
import { withoutPans } from '../../domain/luhn.js';
import { isOutage } from '../database/outage.js';

export type { Logger };

/** Log objects are flat, and these names never carry their value into a log, whoever writes the line. */
const secretFields = [
  'authorization',
  'clientSecret',
  'secret',
  'access_token',
  'token',
  'accessCode',
  'account',
  'accountNumber',
  'accountName',
  'cardNumber',
  'cvv',
  'pin',
  'bvn',
  'nin',
  'email',
  'phoneNumber',
  'firstName',
  'lastName',
  'customer',
  'body',
];

/**
 * Lines are gathered, to 4 kB and for 200 ms at most, because each write costs more than its line does. A killed
 * process loses no more.
 */
const gathered = { sync: false, minLength: 4_096 };
const gatheredMs = 200;

const standardOutput = 1;

/**
 * JSON lines on standard output, or another open file: level, time (UTC), service, instance, msg, and the flat fields of
 * the call. Lines are written in the background, so that a slow disk holds up no request. Code that ends the process other
 * than by returning must call `flushLogs` first.
 */
export function createLogger(
  config: Pick<Config, 'logLevel'>,
  service: string,
  fd = standardOutput,
): Logger {
  const file = pino.destination({ fd, ...gathered });
  let due: NodeJS.Timeout | undefined;
  // The flush has a clock of its own, because pino's writes to the file five times a second even when there is nothing.
  const write = (line: string) => {
    file.write(line);
    due ??= setTimeout(() => {
      due = undefined;
      file.flush();
    }, gatheredMs).unref();
  };
  const flush = (done: (error?: Error | null) => void) => file.flush(done);
  return pino(loggerOptions(config.logLevel, service), Object.assign({ write }, { flush }));
}

/** Returns when every line so far is written. */
export function flushLogs(logger: Logger): Promise<void> {
  return new Promise((resolve) => logger.flush(() => resolve()));
}

/** The options of every logger here. A caller with another destination builds its own logger from them. */
export function loggerOptions(level: Config['logLevel'], service: string): LoggerOptions {
  return {
    level,
    base: { service, instance: instanceName() },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: secretFields, censor: '[redacted]' },
    serializers: { err: serializeError, error: serializeError },
  };
}

/**
 * Logs only the parts of an error that cannot hold a row's values: PostgreSQL puts those in `detail` and `where`.
 * `code` is a SQLSTATE, a gRPC status or a Node error code.
 */
function serializeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return {
    type: error.name,
    message: error.message,
    // The stack is left out during an outage, because every statement then fails at some other place, which tells
    // nothing.
    ...(isOutage(error) ? {} : { stack: error.stack }),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(cause instanceof Error ? { cause: serializeError(cause) } : {}),
  };
}

/** A merchant may name an order by a card's number; the log does not repeat it. */
export function maskPan(reference: string | undefined): string | undefined {
  return reference === undefined ? undefined : withoutPans(reference);
}
