import { Module } from '@nestjs/common';
import type pg from 'pg';
import type { Logger } from '../../platform/observability/logger.js';
import { runtime } from '../../platform/runtime.js';
import { ThingsController } from './things.controller.js';
import { ThingsService } from './things.service.js';
import { PgThings } from './things.store.js';

@Module({
  controllers: [ThingsController],
  providers: [
    {
      provide: ThingsService,
      inject: [runtime.pool, runtime.logger],
      useFactory: (pool: pg.Pool, logger: Logger) => new ThingsService(new PgThings(pool), logger),
    },
  ],
  exports: [ThingsService],
})
export class ThingsModule {}
