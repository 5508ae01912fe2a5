import { once } from 'node:events';
import type { Type } from '@nestjs/common';
import { DecisionGateway } from '../operators/cases/decision.gateway.js';
import { addDeskRoutes } from '../operators/desk/desk-routes.js';
import { payloadReader } from '../operators/desk/payload-reader.js';
import { ScheduleGateway } from '../operators/errands/schedule.gateway.js';
import { deskCookie } from '../operators/desk/session.js';
import { flushLogs } from '../platform/observability/logger.js';
import { EncryptionCodec } from '../platform/temporal/codec.js';
import { createCodecServer } from '../platform/temporal/codec-server.js';
import { PgRetention } from '../upkeep/retention/retention.store.js';
import { lookUpPages } from './desk-pages.js';
import { addOperatorsDocument } from './docs/docs.js';
import type { EdgeProgram } from './edge-app.js';
import type { EdgeParts } from './edge.module.js';
import { connect, type Connections } from './wiring/connections.js';
import { HealthController, readiness } from './wiring/health.js';
import { httpParts } from './wiring/http.js';
import * as operators from './wiring/operators.js';
import { deskReportControllers, deskReportParts } from './wiring/reports.js';

/**
 * The connections to the database. Only a few people use the desk, and more connections would only take the database's
 * memory.
 */
const poolSize = 3;

interface DeskConnections extends Connections {
  readonly workflows: DecisionGateway;
  readonly schedules: ScheduleGateway;
}

/** The operators' API and desk. */
export const deskProgram: EdgeProgram<DeskConnections> = {
  service: 'desk',
  listens: ({ deskHost, deskPort, deskMetricsPort, deskUrl }) => ({
    ...{ host: deskHost, port: deskPort },
    ...{ metricsPort: deskMetricsPort, baseUrl: deskUrl },
  }),
  controllers: controllersOf,
  connect: (config, logger, drain) => {
    const connections = connect('desk', poolSize, { config, logger, drain });
    const { temporal } = connections;
    const workflows = new DecisionGateway(temporal);
    return { ...connections, workflows, schedules: new ScheduleGateway(temporal) };
  },
  wire,
};

function controllersOf(): Type[] {
  return [...operators.operatorControllers, ...deskReportControllers, HealthController];
}

function wire(connections: DeskConnections): EdgeParts {
  const { config, drain, temporal, pool, logger, workflows } = connections;
  const http = httpParts(connections);
  const people = operators.peopleParts(connections, http);
  const cases = operators.caseParts(connections, people, workflows);
  const onboarding = operators.onboardingParts(connections);
  const lookUps = deskReportParts(connections);
  const codec = codecServer(connections, people);
  return {
    objects: [
      ...[http, people, cases, onboarding, lookUps].flatMap((room) => Object.values(room)),
      readiness(connections),
    ],
    guards: operators.operatorGuards(people),
    drain,
    limits: http.limits,
    addRoutes: (fastify) => {
      addOperatorsDocument(fastify, config.environment);
      const ports = {
        ...people,
        ...cases,
        merchants: onboarding.onboarding,
        proposals: onboarding.proposals,
        keys: onboarding.keys,
        team: onboarding.team,
        terms: onboarding.installationTerms,
        merchantAccounts: onboarding.merchantAccounts,
        urls: onboarding.urls,
        webhookTests: onboarding.webhookTests,
        ...operators.errandParts(connections, connections.schedules, onboarding.team),
        logger,
        isSandbox: config.environment === 'sandbox',
        https: config.deskUrl.startsWith('https:'),
      };
      const retained = { retention: new PgRetention(pool, config.kept.events), kept: config.kept };
      const { alarmsUrl, dashboardsUrl } = config;
      // Pages get these two values only: a page that spreads the whole configuration would read keys that the desk does
      // not have.
      const observed = { alarmsUrl, dashboardsUrl };
      const pages = lookUpPages({ ...lookUps, observed, erasure: cases.erasure, retained });
      addDeskRoutes(fastify, ports, pages);
    },
    ...codec,
    close: async () => {
      await temporal.connection.close();
      await pool.end();
      await flushLogs(logger);
    },
  };
}

/** Lets the Temporal UI show data that is encrypted at rest, to operators who may read payloads. */
function codecServer(
  { config, logger: log }: Connections,
  { operators: store }: operators.PeopleParts,
): Pick<EdgeParts, 'begin' | 'end'> {
  const { codecKeys, codecHost, codecPort, uiOrigin: allowedOrigin, deskUrl } = config;
  const codec = new EncryptionCodec(codecKeys);
  const cookie = deskCookie(deskUrl.startsWith('https:'));
  const server = createCodecServer({
    ...{ codec, allowedOrigin, signInAt: `${deskUrl}/desk`, log },
    readerOf: (headers) => payloadReader(headers, cookie, store),
  });
  return {
    begin: async () => {
      server.listen(codecPort, codecHost);
      await once(server, 'listening');
    },
    end: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
