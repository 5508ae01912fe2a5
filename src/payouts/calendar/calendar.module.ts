import { Module } from '@nestjs/common';
import type pg from 'pg';
import { runtime } from '../../platform/runtime.js';
import { CalendarController } from './calendar.controller.js';
import { CalendarService } from './calendar.service.js';
import { PgCalendarStore } from './calendar.store.js';

@Module({
  controllers: [CalendarController],
  providers: [
    {
      provide: CalendarService,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new CalendarService(new PgCalendarStore(pool)),
    },
  ],
})
export class CalendarModule {}
