import { Module } from '@nestjs/common';
import type pg from 'pg';
import type { Config } from '../../platform/config/config.js';
import { runtime } from '../../platform/runtime.js';
import { NumberPool } from './number-pool.js';
import { PgNumberStore } from './number.store.js';

/** One pool for the process: every kind of account takes its number from it. */
@Module({
  providers: [
    {
      provide: NumberPool,
      inject: [runtime.pool, runtime.config],
      useFactory: (pool: pg.Pool, { numberKey }: Config) =>
        new NumberPool(new PgNumberStore(pool), numberKey),
    },
  ],
  exports: [NumberPool],
})
export class NumbersModule {}
