import { Module } from '@nestjs/common';
import type pg from 'pg';
import { runtime } from '../../platform/runtime.js';
import type { FactSender } from '../../platform/temporal/fact-sender.js';
import { PgDisputeStore } from './dispute.store.js';
import { DisputesController } from './disputes.controller.js';
import { DisputesService } from './disputes.service.js';

@Module({
  controllers: [DisputesController],
  providers: [
    {
      provide: DisputesService,
      inject: [runtime.pool, runtime.facts],
      useFactory: (pool: pg.Pool, facts: FactSender) =>
        new DisputesService(new PgDisputeStore(pool), facts),
    },
  ],
})
export class DisputesModule {}
