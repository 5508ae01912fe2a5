import { Module, type DynamicModule } from '@nestjs/common';
import type pg from 'pg';
import type { Config } from '../../platform/config/config.js';
import type { BankRail } from '../../domain/bank-rail.port.js';
import { BankDirectory } from '../banks/bank-directory.js';
import { BanksModule } from '../banks/banks.module.js';
import { PgQuotaStore } from '../../http/quota.store.js';
import { runtime } from '../../platform/runtime.js';
import type { FactSender } from '../../platform/temporal/fact-sender.js';
import type { PayoutGateway } from './payout.gateway.js';
import { PgEarlyRuns } from './early-run.store.js';
import { EarlyRunsController } from './early-runs.controller.js';
import { PgSettlementAccountStore } from '../accounts/settlement-account.store.js';
import { SettlementAccountsController } from '../accounts/settlement-accounts.controller.js';
import { SettlementAccounts } from '../accounts/settlement-accounts.js';
import { PgSettlementRequests } from './settlement-request.store.js';
import { PgSettlementReader } from './settlement.store.js';
import { SettlementsController } from './settlements.controller.js';
import { SettlementsService } from './settlements.service.js';
import { PgStatementStore } from '../statements/statement.store.js';
import { StatementService } from '../statements/statement.service.js';
import { StatementsController } from '../statements/statements.controller.js';

@Module({
  imports: [BanksModule],
  controllers: [SettlementAccountsController, SettlementsController, StatementsController],
  providers: [
    {
      provide: SettlementAccounts,
      inject: [runtime.pool, runtime.rails, BankDirectory],
      useFactory: (pool: pg.Pool, rails: ReadonlyMap<string, BankRail>, banks: BankDirectory) =>
        new SettlementAccounts(new PgSettlementAccountStore(pool), rails, banks),
    },
    {
      provide: SettlementsService,
      inject: [runtime.pool, runtime.facts, runtime.payouts, BankDirectory, PgQuotaStore],
      useFactory: (
        pool: pg.Pool,
        facts: FactSender,
        payouts: PayoutGateway,
        banks: BankDirectory,
        quotas: PgQuotaStore,
      ) =>
        new SettlementsService(
          new PgSettlementRequests(pool),
          new PgSettlementReader(pool),
          new PgSettlementAccountStore(pool),
          new PgEarlyRuns(pool),
          facts,
          payouts,
          banks,
          quotas,
        ),
    },
    {
      provide: StatementService,
      inject: [runtime.pool, runtime.config],
      useFactory: (pool: pg.Pool, { environment }: Config) =>
        new StatementService(new PgStatementStore(pool), environment === 'sandbox'),
    },
  ],
})
export class SettlementModule {
  /** In the sandbox runs need not be waited for. */
  static forEnvironment(environment: Config['environment']): DynamicModule {
    const controllers = environment === 'sandbox' ? [EarlyRunsController] : [];
    return { module: SettlementModule, controllers };
  }
}
