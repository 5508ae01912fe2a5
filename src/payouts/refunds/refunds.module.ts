import { Module } from '@nestjs/common';
import type pg from 'pg';
import type { BankRail } from '../../domain/bank-rail.port.js';
import { BankDirectory } from '../banks/bank-directory.js';
import { BanksModule } from '../banks/banks.module.js';
import { Drain } from '../../http/drain.js';
import type { ChangeListener } from '../../platform/database/database.js';
import { runtime } from '../../platform/runtime.js';
import type { FactSender } from '../../platform/temporal/fact-sender.js';
import type { RefundGateway } from './refund.gateway.js';
import { OtherAccounts } from './other-accounts.js';
import { PgRefundStore } from './refund.store.js';
import { RefundsController } from './refunds.controller.js';
import { RefundsService } from './refunds.service.js';

@Module({
  imports: [BanksModule],
  controllers: [RefundsController],
  providers: [
    {
      provide: RefundsService,
      inject: [
        runtime.pool,
        runtime.facts,
        runtime.refunds,
        runtime.rails,
        BankDirectory,
        runtime.changes,
        Drain,
      ],
      useFactory: (
        pool: pg.Pool,
        facts: FactSender,
        workflows: RefundGateway,
        rails: ReadonlyMap<string, BankRail>,
        banks: BankDirectory,
        changes: ChangeListener,
        { signal: shutdown }: Drain,
      ) =>
        new RefundsService(
          new PgRefundStore(pool),
          facts,
          workflows,
          new OtherAccounts(rails, banks),
          {
            changes,
            shutdown,
          },
        ),
    },
  ],
})
export class RefundsModule {}
