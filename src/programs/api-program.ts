import type { Type } from '@nestjs/common';
import { addOAuthRoutes } from '../http/access/oauth-routes.js';
import { addPayRoutes } from '../pages/payer/pay-routes.js';
import type { Config } from '../platform/config/config.js';
import { addDocs } from './docs/docs.js';
import type { EdgeProgram } from './edge-app.js';
import type { EdgeParts } from './edge.module.js';
import { ErrorsController } from './reference/errors.controller.js';
import { accountControllers, accountParts } from './wiring/accounts.js';
import { type ApiConnections, closeApi, connectApi } from './wiring/connections.js';
import { HealthController, readiness } from './wiring/health.js';
import { callParts, CallsController, httpParts } from './wiring/http.js';
import * as merchants from './wiring/merchants.js';
import {
  MessageReportsController,
  notifyControllers,
  notifyParts,
  ownDispatcher,
} from './wiring/notify.js';
import { payerPage } from './wiring/pages.js';
import * as payments from './wiring/payments.js';
import * as payouts from './wiring/payouts.js';
import * as reports from './wiring/reports.js';

/** The API, which serves merchants', banks' and payers' requests. */
export const apiProgram: EdgeProgram<ApiConnections> = {
  service: 'api',
  listens: ({ apiHost, apiPort, metricsPort, baseUrl }) => ({
    ...{ host: apiHost, port: apiPort },
    ...{ metricsPort, baseUrl },
  }),
  controllers: controllersOf,
  connect: (config, logger, drain) =>
    connectApi('api', config.apiPoolSize, { config, logger, drain }),
  wire,
};

/** Returns the controllers in the order in which the document names their operations. */
function controllersOf(environment: Config['environment']): Type[] {
  return [
    ...[...merchants.accessControllers, CallsController, payouts.BanksController],
    ...payments.checkoutControllers,
    ...[...merchants.settingsControllers, payouts.RefundsController, payments.DisputesController],
    ...[payouts.CalendarController, ...reports.transactionControllers],
    ...[...payouts.settlementControllers(environment), ...accountControllers],
    ...[reports.WalletController, reports.SearchController],
    ...[reports.MerchantController, reports.SumsController, ...payments.hookControllers],
    ...[payments.PaymentLinksController, ...notifyControllers, MessageReportsController],
    ...[HealthController, ErrorsController],
    ...(environment === 'sandbox' ? payments.sandboxControllers : []),
  ];
}

function wire(connections: ApiConnections): EdgeParts {
  const { config, drain, changes } = connections;
  const http = httpParts(connections);
  const calls = callParts(connections);
  const merchant = merchants.merchantParts(connections, http);
  const accounts = accountParts(connections, merchant);
  const checkouts = payments.checkoutParts(connections, http, merchant, accounts);
  const links = payments.linkParts(connections, http, merchant);
  const own = ownDispatcher(connections);
  const page = payerPage(connections, http, merchant, checkouts, links);
  return {
    objects: [
      ...[http, calls, merchant, accounts, checkouts, links].flatMap((room) => Object.values(room)),
      ...Object.values(payments.creditParts(connections, own.dispatcher)),
      ...Object.values(payouts.payoutParts(connections, http)),
      ...Object.values(notifyParts(connections)),
      ...Object.values(reports.reportParts(connections)),
      ...(config.environment === 'sandbox'
        ? Object.values(payments.sandboxParts(connections))
        : []),
      readiness(connections),
    ],
    guards: merchants.merchantGuards(connections, http, merchant),
    drain,
    limits: http.limits,
    addRoutes: (fastify) => {
      calls.callLog.watch(fastify);
      addDocs(fastify, config.environment);
      addOAuthRoutes(fastify, merchant.oauth);
      addPayRoutes(fastify, page);
    },
    begin: () => changes.start(),
    end: () => {},
    close: async () => {
      await own.close();
      await closeApi(connections);
    },
  };
}
