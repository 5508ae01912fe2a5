import { Module } from '@nestjs/common';
import type pg from 'pg';
import { runtime } from '../runtime.module.js';
import { PgTransactionStore } from './transaction.store.js';
import { TransactionsController } from './transactions.controller.js';
import { TransactionsService } from './transactions.service.js';

@Module({
  controllers: [TransactionsController],
  providers: [
    {
      provide: TransactionsService,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new TransactionsService(new PgTransactionStore(pool)),
    },
  ],
})
export class TransactionsModule {}
