import {
  Runtime,
  type LogLevel,
  type Logger as TemporalLogger,
  type LogMetadata,
  type MetricsExporterConfig,
} from '@temporalio/worker';

/** A pino logger fits. */
export interface RuntimeLog {
  trace(details: object, message: string): void;
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/**
 * Call it once per process, before the first worker or native connection. `metricsAddress` (host:port): where the SDK
 * serves its own metrics.
 */
export function installRuntime(log: RuntimeLog, metricsAddress?: string): void {
  Runtime.install({
    // The SDK handles no signal. The program decides when to stop, and the SDK's handlers would shut down a second
    // time.
    shutdownSignals: [],
    logger: asTemporalLogger(log),
    telemetryOptions: {
      // The level is WARN, because below it the core only reports each poll.
      logging: { filter: { core: 'WARN', other: 'WARN' }, forward: {} },
      ...(metricsAddress === undefined ? {} : { metrics: sdkMetrics(metricsAddress) }),
    },
  });
  // Lines of TRACE and DEBUG are dropped. Forwarding holds each line back for a while, to sort the core's lines in, and
  // at TRACE the SDK hands over whole activations.
  const { logger } = Runtime.instance();
  logger.trace = () => {};
  logger.debug = () => {};
}

/** Metrics are named and counted as Prometheus wants it, which is not the SDK's default. */
function sdkMetrics(bindAddress: string): MetricsExporterConfig {
  return {
    prometheus: {
      bindAddress,
      countersTotalSuffix: true,
      unitSuffix: true,
      useSecondsForDurations: true,
    },
  };
}

const methods: Readonly<Record<LogLevel, keyof RuntimeLog>> = {
  TRACE: 'trace',
  DEBUG: 'debug',
  INFO: 'debug', // the SDK logs the life of its workers at INFO
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
