import { addPortalRoutes } from '../pages/portal/portal-routes.js';
import type { EdgeProgram } from './edge-app.js';
import type { EdgeParts } from './edge.module.js';
import { portalTable } from './portal-pages.js';
import { accountParts } from './wiring/accounts.js';
import { type ApiConnections, closeApi, connectApi } from './wiring/connections.js';
import { HealthController, readiness } from './wiring/health.js';
import { httpParts } from './wiring/http.js';
import { merchantParts } from './wiring/merchants.js';
import { portalPeople } from './wiring/people.js';
import { portalAccount } from './wiring/portal-account.js';
import { portalMoney } from './wiring/portal-money.js';

/**
 * The connections to the database. People look at pages, so the portal needs fewer connections than the API, and more
 * than the desk.
 */
const poolSize = 6;

/** The merchants' portal. */
export const portalProgram: EdgeProgram<ApiConnections> = {
  service: 'portal',
  listens: ({ portalHost, portalPort, portalMetricsPort, portalUrl }) => ({
    ...{ host: portalHost, port: portalPort },
    ...{ metricsPort: portalMetricsPort, baseUrl: portalUrl },
  }),
  controllers: () => [HealthController],
  connect: (config, logger, drain) => connectApi('portal', poolSize, { config, logger, drain }),
  wire,
};

function wire(connections: ApiConnections): EdgeParts {
  const { drain } = connections;
  const http = httpParts(connections);
  const people = portalPeople(connections, http);
  // These parts are made once for the process, because they count account numbers and open accounts.
  const merchant = merchantParts(connections, http);
  const accounts = accountParts(connections, merchant);
  const account = portalAccount(connections, http, merchant, accounts);
  const money = portalMoney(connections, http, merchant, accounts);
  return {
    objects: [...Object.values(http), account.webhookTests, readiness(connections)],
    guards: [],
    drain,
    limits: http.limits,
    addRoutes: (fastify) =>
      addPortalRoutes(fastify, people, portalTable({ people, account, money })),
    // No page waits for a change of a checkout, so the portal does not listen for them.
    begin: () => Promise.resolve(),
    end: () => {},
    close: () => closeApi(connections),
  };
}
