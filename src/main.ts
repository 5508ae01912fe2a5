import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { AppModule } from './app.module.js';
import { loadConfig, type Config } from './config/config.js';
import { addDocs } from './http/docs.js';
import { Drain } from './http/drain.js';
import { DtoPipe } from './http/dto.pipe.js';
import { watchEdge } from './http/edge-requests.js';
import { EnvelopeFilter } from './http/envelope.filter.js';
import { addErrorCatalogue } from './http/error-catalogue.js';
import { addReplyHeaders, createFastifyAdapter } from './http/fastify.js';
import { addAddressLimit, RateLimits } from './http/rate-limits.js';
import { addRequestLog } from './http/request-log.js';
import { RouteTable } from './http/route-table.js';
import type { PayRoutesPorts } from './pay/pay-ports.js';
import { addPayRoutes } from './pay/pay-routes.js';
import { payRoutes } from './pay/pay.module.js';
import { awaitOwnEnvironment } from './persistence/environment.js';
import { registerRailMetrics } from './rails/rail-metrics.js';
import { runtime } from './runtime.js';
import { lastWords } from './observability/last-words.js';
import { createLogger, type Logger } from './observability/logger.js';
import { createRegistry, HttpMetrics } from './observability/metrics.js';
import { registerPoolMetrics } from './observability/pool-metrics.js';
import { startMetricsServer } from './observability/metrics-server.js';
import { NestLogger } from './observability/nest-logger.js';

/** The API listens without a database after this, so that its health can be asked. */
const databasePatienceMs = 1_000;

/** Entry point of the API. SIGINT and SIGTERM let requests under way end, then close everything. */
async function main(): Promise<void> {
  const config = loadConfig();
  const logger = createLogger(config, 'api');
  const registry = createRegistry();
  const drain = new Drain();
  const app = await createApp(config, logger, drain, new HttpMetrics(registry));
  registerPoolMetrics(registry, app.get(runtime.pool));
  registerRailMetrics(registry);
  const metrics = await startMetricsServer({
    registry,
    host: config.metricsHost,
    port: config.metricsPort,
  });
  await ownDatabase(app.get(runtime.pool), config, drain.signal);
  app.enableShutdownHooks();
  await app.listen(config.apiPort, config.apiHost);
  drain.signal.addEventListener('abort', () => {
    logger.info('stopping');
    metrics.close();
    metrics.closeAllConnections();
  });
  logger.info({ port: config.apiPort, environment: config.environment }, 'listening');
}

/**
 * Refuses to serve from a database of the other environment. One that is away now answers no request either, and is looked at
 * as soon as it is there.
 */
async function ownDatabase(pool: pg.Pool, config: Config, stopped: AbortSignal): Promise<void> {
  const known = awaitOwnEnvironment(pool, config.environment, stopped);
  await Promise.race([known, sleep(databasePatienceMs, undefined, { ref: false })]);
  known.catch(fail);
}

async function createApp(
  config: Config,
  logger: Logger,
  drain: Drain,
  metrics: HttpMetrics,
): Promise<NestFastifyApplication> {
  const routes = new RouteTable();
  const filter = new EnvelopeFilter(routes, logger);
  const adapter = createFastifyAdapter(filter, config.trustedProxies);
  const fastify = adapter.getInstance<FastifyInstance>();
  routes.watch(fastify);
  addReplyHeaders(fastify, {
    https: config.baseUrl.startsWith('https:'),
    shutdown: drain.signal,
  });
  watchEdge(fastify);
  addRequestLog(fastify, logger, metrics);
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.forProcess(config, logger, drain),
    adapter,
    { logger: new NestLogger(logger), bodyParser: false, abortOnError: false },
  );
  app.useGlobalPipes(new DtoPipe());
  app.useGlobalFilters(filter);
  addAddressLimit(fastify, app.get(RateLimits));
  addErrorCatalogue(fastify);
  addDocs(app, config.environment);
  addPayRoutes(fastify, app.get<PayRoutesPorts>(payRoutes, { strict: false }));
  return app;
}

function fail(error: unknown): void {
  lastWords(error, 'api');
  process.exitCode = 1;
  // Whatever was opened before the failure must not keep the process.
  setTimeout(() => process.exit(1), 1_000).unref();
}

try {
  await main();
} catch (error) {
  fail(error);
}
