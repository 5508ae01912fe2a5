import {
  Runtime,
  type LogLevel,
  type Logger as TemporalLogger,
  type LogMetadata,
} from '@temporalio/worker';

/** A pino logger fits. */
export interface RuntimeLog {
  trace(details: object, message: string): void;
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Once per process, before the first worker or native connection. */
export function installRuntime(log: RuntimeLog): void {
  Runtime.install({
    // The program decides when to stop; the SDK's own handlers would shut down a second time.
    shutdownSignals: [],
    logger: asTemporalLogger(log),
    // Below WARN the core only tells what each poll did. Its metrics endpoint costs about 4 % of the CPU: left out.
    telemetryOptions: { logging: { filter: { core: 'WARN', other: 'WARN' }, forward: {} } },
  });
  // Forwarding keeps each line for a while, to sort the core's lines in; at TRACE the SDK hands over whole activations.
  const { logger } = Runtime.instance();
  logger.trace = () => {};
  logger.debug = () => {};
}

const methods: Readonly<Record<LogLevel, keyof RuntimeLog>> = {
  TRACE: 'trace',
  DEBUG: 'debug',
  INFO: 'debug', // the SDK tells the life of its workers at INFO
  WARN: 'warn',
  ERROR: 'error',
};

function asTemporalLogger(log: RuntimeLog): TemporalLogger {
  const write = (level: LogLevel, message: string, details: LogMetadata = {}): void =>
    log[methods[level]](details, message);
  return {
    log: write,
    trace: (message, details) => write('TRACE', message, details),
    debug: (message, details) => write('DEBUG', message, details),
    info: (message, details) => write('INFO', message, details),
    warn: (message, details) => write('WARN', message, details),
    error: (message, details) => write('ERROR', message, details),
  };
}
