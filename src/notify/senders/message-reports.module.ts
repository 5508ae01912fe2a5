import { Module } from '@nestjs/common';
import type pg from 'pg';
import type { Config } from '../../platform/config/config.js';
import { runtime } from '../../platform/runtime.js';
import { PgMessageStore } from '../messages/message.store.js';
import { MessageReports } from './message-reports.js';
import { MessageReportsController } from './message-reports.controller.js';
import { reportReaders } from './report-readers.js';

@Module({
  controllers: [MessageReportsController],
  providers: [
    {
      provide: MessageReports,
      inject: [runtime.pool, runtime.config],
      useFactory: (pool: pg.Pool, { senders }: Config) =>
        new MessageReports(reportReaders(senders), new PgMessageStore(pool)),
    },
  ],
})
export class MessageReportsModule {}
