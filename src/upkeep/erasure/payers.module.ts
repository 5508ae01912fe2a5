import { Module } from '@nestjs/common';
import type pg from 'pg';
import { runtime } from '../../platform/runtime.js';
import { PgPayerErasure } from './payer-erasure.store.js';
import { PayersController } from './payers.controller.js';

@Module({
  controllers: [PayersController],
  providers: [
    {
      provide: PgPayerErasure,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new PgPayerErasure(pool),
    },
  ],
})
export class PayersModule {}
