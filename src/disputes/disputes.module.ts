import { Module } from '@nestjs/common';
import type pg from 'pg';
import { runtime } from '../runtime.module.js';
import { PgDisputeStore } from './dispute.store.js';
import { DisputesController } from './disputes.controller.js';
import { DisputesService } from './disputes.service.js';

@Module({
  controllers: [DisputesController],
  providers: [
    {
      provide: DisputesService,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new DisputesService(new PgDisputeStore(pool)),
    },
  ],
})
export class DisputesModule {}
