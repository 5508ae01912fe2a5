import { Module } from '@nestjs/common';
import type { Client } from '@temporalio/client';
import type pg from 'pg';
import { PgMerchantStore } from '../../http/access/merchant.store.js';
import { BankDirectory } from '../../payouts/banks/bank-directory.js';
import type { Config } from '../../platform/config/config.js';
import type { BankRail } from '../../domain/bank-rail.port.js';
import type { Logger } from '../../platform/observability/logger.js';
import { PgOperatorStore } from '../people/operator.store.js';
import { OperatorsModule } from '../people/operators.module.js';
import { OtherAccounts } from '../../payouts/refunds/other-accounts.js';
import { runtime } from '../../platform/runtime.js';
import { DecisionGateway } from './decision.gateway.js';
import type { RefundGateway } from '../../payouts/refunds/refund.gateway.js';
import { PgCases } from './case.store.js';
import type { CaseLinks } from './case-view.js';
import { CasesController } from './cases.controller.js';
import { CasesService } from './cases.service.js';
import { DecisionsService } from './decisions.service.js';
import { PgHolds } from './hold.store.js';
import { HoldsController } from './holds.controller.js';
import { HoldsService } from './holds.service.js';
import { Redirects } from './redirects.js';

@Module({
  imports: [OperatorsModule],
  controllers: [CasesController, HoldsController],
  providers: [
    {
      provide: PgCases,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new PgCases(pool),
    },
    {
      provide: CasesService,
      inject: [PgCases, PgOperatorStore, runtime.config, runtime.logger],
      useFactory: (cases: PgCases, operators: PgOperatorStore, config: Config, logger: Logger) =>
        new CasesService(cases, operators, linksOf(config), logger),
    },
    {
      provide: HoldsService,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new HoldsService(new PgHolds(pool)),
    },
    {
      provide: DecisionGateway,
      inject: [runtime.temporal],
      useFactory: (temporal: Client) => new DecisionGateway(temporal),
    },
    {
      provide: DecisionsService,
      inject: [PgCases, DecisionGateway, runtime.pool, runtime.rails, runtime.refunds],
      useFactory: (
        cases: PgCases,
        workflows: DecisionGateway,
        pool: pg.Pool,
        rails: ReadonlyMap<string, BankRail>,
        refunds: RefundGateway,
      ) => {
        const accounts = new OtherAccounts(rails, new BankDirectory(rails));
        const redirects = new Redirects(cases, new PgMerchantStore(pool), accounts, refunds);
        return new DecisionsService(cases, workflows, redirects);
      },
    },
  ],
  exports: [CasesService, DecisionsService, HoldsService],
})
export class CasesModule {}

function linksOf({ uiOrigin, temporalNamespace, deskUrl }: Config): CaseLinks {
  return { workflows: `${uiOrigin}/namespaces/${temporalNamespace}/workflows`, desk: deskUrl };
}
