import { Module } from '@nestjs/common';
import type pg from 'pg';
import { runtime } from '../../platform/runtime.js';
import { PgJournalProposals } from './journal-proposal.store.js';
import { JournalsController } from './journals.controller.js';
import { JournalsService } from './journals.service.js';

@Module({
  controllers: [JournalsController],
  providers: [
    {
      provide: JournalsService,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new JournalsService(new PgJournalProposals(pool)),
    },
  ],
  exports: [JournalsService],
})
export class JournalsModule {}
