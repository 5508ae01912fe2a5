import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import type pg from 'pg';
import { runtime } from '../runtime.js';
import { OperatorGuard } from './operator.guard.js';
import { PgOperatorStore } from './operator.store.js';

@Module({
  providers: [
    {
      provide: PgOperatorStore,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new PgOperatorStore(pool),
    },
    {
      provide: APP_GUARD,
      inject: [PgOperatorStore],
      useFactory: (store: PgOperatorStore) => new OperatorGuard(store),
    },
  ],
  exports: [PgOperatorStore],
})
export class OperatorsModule {}
