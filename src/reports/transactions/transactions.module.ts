import { Module } from '@nestjs/common';
import type pg from 'pg';
import type { Config } from '../../platform/config/config.js';
import { CreditIntake } from '../../payments/credits/credit-intake.js';
import { PgCreditStore } from '../../payments/credits/credit.store.js';
import { createBankRails } from '../../providers/bank-rails.js';
import { PgReconciliationStore } from '../../upkeep/reconciliation/reconciliation.store.js';
import { runtime } from '../../platform/runtime.js';
import type { FactSender } from '../../platform/temporal/fact-sender.js';
import { PgBankAsking } from './bank-asking.store.js';
import { BankRefresh } from './bank-refresh.js';
import { InwardQueryService } from './inward-query.service.js';
import { InwardController } from './inward.controller.js';
import { PgTransactionStore } from './transaction.store.js';
import { TransactionsController } from './transactions.controller.js';
import { TransactionsService } from './transactions.service.js';
import { PgWalletLines } from '../wallet/wallet-lines.store.js';
import { WalletTransactionsService } from './wallet-transactions.service.js';

@Module({
  controllers: [TransactionsController, InwardController],
  providers: [
    {
      provide: TransactionsService,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new TransactionsService(new PgTransactionStore(pool)),
    },
    {
      provide: InwardQueryService,
      inject: [runtime.pool, runtime.facts, runtime.config],
      useFactory: (pool: pg.Pool, facts: FactSender, config: Config) => {
        const refresh = new BankRefresh({
          banks: createBankRails(config),
          statements: new PgReconciliationStore(pool),
          intake: new CreditIntake(new PgCreditStore(pool), facts),
          asking: new PgBankAsking(pool),
        });
        return new InwardQueryService(new PgTransactionStore(pool), refresh);
      },
    },
    {
      provide: WalletTransactionsService,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new WalletTransactionsService(new PgWalletLines(pool)),
    },
  ],
})
export class TransactionsModule {}
