import { Module } from '@nestjs/common';
import type pg from 'pg';
import { runtime } from '../../platform/runtime.js';
import { InDoubtController } from './in-doubt.controller.js';
import { InDoubtService } from './in-doubt.service.js';
import { PgInDoubt } from './in-doubt.store.js';

@Module({
  controllers: [InDoubtController],
  providers: [
    {
      provide: InDoubtService,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new InDoubtService(new PgInDoubt(pool)),
    },
  ],
  exports: [InDoubtService],
})
export class InDoubtModule {}
