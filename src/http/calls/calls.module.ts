import { Module } from '@nestjs/common';
import type pg from 'pg';
import type { Logger } from '../../platform/observability/logger.js';
import { runtime } from '../../platform/runtime.js';
import { CallLog } from './call-log.js';
import { PgCallStore } from './call.store.js';
import { CallsController } from './calls.controller.js';

@Module({
  controllers: [CallsController],
  providers: [
    {
      provide: PgCallStore,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new PgCallStore(pool),
    },
    {
      // One for the process: what it gathers is written together.
      provide: CallLog,
      inject: [PgCallStore, runtime.logger],
      useFactory: (store: PgCallStore, log: Logger) =>
        new CallLog(store, (err) => log.warn({ err }, 'requests of merchants were not noted')),
    },
  ],
})
export class CallsModule {}
