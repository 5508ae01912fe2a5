import { AppModule } from './app.module.js';
import type { EdgeProgram } from './edge-app.js';
import { CallLog } from '../http/calls/call-log.js';
import { addDocs } from './docs/docs.js';
import { addOAuthRoutes, OAuthPorts } from '../http/access/oauth-routes.js';
import type { PayRoutesPorts } from '../pages/payer/pay-ports.js';
import { addPayRoutes } from '../pages/payer/pay-routes.js';
import { payRoutes } from '../pages/payer/pay.module.js';

/** The API: merchants', banks' and payers' requests. */
export const apiProgram: EdgeProgram = {
  service: 'api',
  module: (config, logger, drain) => AppModule.forProcess(config, logger, drain),
  listens: ({ apiHost, apiPort, metricsPort, baseUrl }) => ({
    ...{ host: apiHost, port: apiPort },
    ...{ metricsPort, baseUrl },
  }),
  addRoutes: (app, fastify, { environment }) => {
    app.get(CallLog, { strict: false }).watch(fastify);
    addDocs(fastify, environment);
    addOAuthRoutes(fastify, app.get(OAuthPorts, { strict: false }));
    addPayRoutes(fastify, app.get<PayRoutesPorts>(payRoutes, { strict: false }));
  },
};
