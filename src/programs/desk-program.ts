import { AuditService } from '../operators/audit/audit.service.js';
import { CasesService } from '../operators/cases/cases.service.js';
import { DecisionsService } from '../operators/cases/decisions.service.js';
import { HoldsService } from '../operators/cases/holds.service.js';
import { addDeskRoutes } from '../operators/desk/desk-routes.js';
import { DeskModule } from './desk.module.js';
import type { EdgeProgram } from './edge-app.js';
import { addOperatorsDocument } from './docs/docs.js';
import { JournalsService } from '../operators/journals/journals.service.js';
import { MerchantProposals } from '../operators/merchants/merchant-proposals.service.js';
import { MessageDesk } from '../operators/messages/message-desk.js';
import { Invitations } from '../operators/people/invitations.js';
import { PgOperatorStore } from '../operators/people/operator.store.js';
import { OwnPassword } from '../operators/people/own-password.js';
import { People } from '../operators/people/people.js';
import { SignIns } from '../operators/people/sign-ins.js';
import { lookUpPages } from './desk-pages.js';
import { InDoubtService } from '../reports/in-doubt/in-doubt.service.js';
import { OrderService } from '../reports/orders/order.service.js';
import { SumsService } from '../reports/sums/sums.service.js';
import { ThingsService } from '../reports/things/things.service.js';
import { LedgerService } from '../reports/ledger/ledger.service.js';
import { SearchService } from '../reports/search/search.service.js';
import { runtime } from '../platform/runtime.js';

/** The operators' API and desk. */
export const deskProgram: EdgeProgram = {
  service: 'desk',
  module: (config, logger, drain) => DeskModule.forProcess(config, logger, drain),
  listens: ({ deskHost, deskPort, deskMetricsPort, deskUrl }) => ({
    ...{ host: deskHost, port: deskPort },
    ...{ metricsPort: deskMetricsPort, baseUrl: deskUrl },
  }),
  addRoutes: (app, fastify, { environment, deskUrl }) => {
    addOperatorsDocument(fastify, environment);
    const ports = {
      cases: app.get(CasesService),
      decisions: app.get(DecisionsService),
      holds: app.get(HoldsService),
      journals: app.get(JournalsService),
      proposals: app.get(MerchantProposals),
      people: app.get(People),
      audit: app.get(AuditService),
      messages: app.get(MessageDesk),
      signIns: app.get(SignIns),
      ownPassword: app.get(OwnPassword),
      invitations: app.get(Invitations),
      operators: app.get(PgOperatorStore),
      logger: app.get(runtime.logger),
      isSandbox: environment === 'sandbox',
      https: deskUrl.startsWith('https:'),
    };
    const lookUps = {
      search: app.get(SearchService),
      orders: app.get(OrderService),
      doubts: app.get(InDoubtService),
      sums: app.get(SumsService),
      things: app.get(ThingsService),
      ledger: app.get(LedgerService),
    };
    addDeskRoutes(fastify, ports, lookUpPages(lookUps));
  },
};
