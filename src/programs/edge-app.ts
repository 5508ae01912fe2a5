import { setTimeout as sleep } from 'node:timers/promises';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { loadConfig, type Config } from '../platform/config/config.js';
import { merchantReasons, reasons } from '../domain/reason.js';
import { Drain } from '../http/drain.js';
import { DtoPipe } from '../http/dto.pipe.js';
import { watchEdge } from '../http/edge-requests.js';
import { EnvelopeFilter } from '../http/envelope.filter.js';
import { addErrorCatalogue } from '../http/error-catalogue.js';
import { addReplyHeaders, createFastifyAdapter } from '../http/fastify.js';
import { addAddressLimit } from '../http/rate-limits.js';
import { addRequestLog } from '../http/request-log.js';
import { addRequestTrace } from '../http/request-trace.js';
import { RouteTable } from '../http/route-table.js';
import { lastWords } from '../platform/observability/last-words.js';
import { createLogger, type Logger } from '../platform/observability/logger.js';
import { HttpMetrics } from '../platform/observability/metrics.js';
import { startMetricsServer } from '../platform/observability/metrics-server.js';
import { NestLogger } from '../platform/observability/nest-logger.js';
import { registerPoolMetrics } from '../platform/observability/pool-metrics.js';
import { registerRailMetrics } from '../providers/rail-metrics.js';
import { awaitOwnEnvironment } from '../platform/database/environment.js';
import { PgKeyHolders } from '../platform/keys/key-holders.store.js';
import { KeyWatch } from '../platform/keys/key-watch.js';
import { startTracing } from '../platform/tracing/start-tracing.js';
import { EdgeModule, type EdgeParts } from './edge.module.js';
import type { Connections } from './wiring/connections.js';

/** A program waits this long for the database and then listens without it, so that its health can be queried. */
const databasePatienceMs = 1_000;

/** A program that answers HTTP: the API, the operators' desk, or the merchants' portal. */
export interface EdgeProgram<Connected extends Connections = Connections> {
  /** The name of the program in its log lines. */
  readonly service: 'api' | 'desk' | 'portal';
  readonly listens: (config: Config) => {
    readonly host: string;
    readonly port: number;
    readonly metricsPort: number;
    /** The address at which callers reach it. */
    readonly baseUrl: string;
  };
  readonly controllers: (environment: Config['environment']) => Type[];
  readonly connect: (config: Config, logger: Logger, drain: Drain) => Connected;
  /** Creates the objects of the program. */
  readonly wire: (connections: Connected) => EdgeParts;
}

/** Runs a program. SIGINT and SIGTERM let requests under way end, and then close everything. */
export async function runEdgeProgram<Connected extends Connections>(
  program: EdgeProgram<Connected>,
): Promise<void> {
  const fail = (error: unknown): void => {
    lastWords(error, program.service);
    process.exitCode = 1;
    // Connections that were opened before the failure must not keep the process alive.
    setTimeout(() => process.exit(1), 1_000).unref();
  };
  try {
    await serve(program, fail);
  } catch (error) {
    fail(error);
  }
}

async function serve<Connected extends Connections>(
  program: EdgeProgram<Connected>,
  fail: (error: unknown) => void,
): Promise<void> {
  const config = loadConfig(process.env, program.service);
  const logger = createLogger(config, program.service);
  await startTracing(config, `manilla-${program.service}`);
  const drain = new Drain();
  const { host, port, metricsPort } = program.listens(config);
  const connections = program.connect(config, logger, drain);
  const { registry } = connections;
  const app = await createEdgeApp(program, connections);
  registerPoolMetrics(registry, connections.pool);
  registerRailMetrics(registry);
  const metrics = await startMetricsServer({
    registry,
    host: config.metricsHost,
    port: metricsPort,
  });
  await ownDatabase(connections.pool, drain.signal, fail);
  const keyWatch = new KeyWatch({
    ...{ config, program: program.service, log: logger },
    store: new PgKeyHolders(connections.pool),
  });
  keyWatch.start();
  app.enableShutdownHooks();
  await app.listen(port, host);
  drain.signal.addEventListener('abort', () => {
    logger.info('stopping');
    keyWatch.stop();
    metrics.close();
    metrics.closeAllConnections();
  });
  logger.info({ port, environment: config.environment }, 'listening');
}

/**
 * Makes the program's HTTP side with the parts that all programs share: envelope, field errors, request log, limits,
 * the page of reasons. It does not listen on any port yet.
 */
export async function createEdgeApp<Connected extends Connections>(
  program: EdgeProgram<Connected>,
  connections: Connected,
): Promise<NestFastifyApplication> {
  const { config, logger, drain } = connections;
  const routes = new RouteTable();
  const filter = new EnvelopeFilter(routes, logger);
  const adapter = createFastifyAdapter(filter, config.trustedProxies);
  const fastify = adapter.getInstance<FastifyInstance>();
  routes.watch(fastify);
  const https = program.listens(config).baseUrl.startsWith('https:');
  addReplyHeaders(fastify, { https, shutdown: drain.signal });
  watchEdge(fastify);
  addRequestTrace(fastify);
  addRequestLog(fastify, logger, new HttpMetrics(connections.registry));
  const parts = program.wire(connections);
  const app = await NestFactory.create<NestFastifyApplication>(
    EdgeModule.with(program.controllers(config.environment), parts),
    adapter,
    { logger: new NestLogger(logger), bodyParser: false, abortOnError: false },
  );
  app.useGlobalPipes(new DtoPipe());
  app.useGlobalFilters(filter);
  addAddressLimit(fastify, parts.limits);
  routes.refuseSlashAtEnd(fastify);
  routes.refuseOtherMethods(fastify);
  addErrorCatalogue(fastify, program.service === 'desk' ? reasons : merchantReasons);
  parts.addRoutes(fastify);
  return app;
}

/**
 * Ends a program whose database is one of the other environment. A database that is away now answers no requests either,
 * and is checked as soon as it is back; the pool serves nobody before that.
 */
async function ownDatabase(
  pool: pg.Pool,
  stopped: AbortSignal,
  onForeign: (error: unknown) => void,
): Promise<void> {
  const known = awaitOwnEnvironment(pool, stopped);
  await Promise.race([known, sleep(databasePatienceMs, undefined, { ref: false })]);
  known.catch(onForeign);
}
