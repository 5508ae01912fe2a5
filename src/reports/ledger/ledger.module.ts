import { Module } from '@nestjs/common';
import type pg from 'pg';
import { runtime } from '../../platform/runtime.js';
import { LedgerController } from './ledger.controller.js';
import { LedgerService } from './ledger.service.js';
import { PgLedgerBalances } from './ledger-balances.store.js';

@Module({
  controllers: [LedgerController],
  providers: [
    {
      provide: LedgerService,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new LedgerService(new PgLedgerBalances(pool)),
    },
  ],
  exports: [LedgerService],
})
export class LedgerModule {}
