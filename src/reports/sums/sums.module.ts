import { Module, type Provider } from '@nestjs/common';
import type pg from 'pg';
import { runtime } from '../../platform/runtime.js';
import { DeskSumsController } from './desk-sums.controller.js';
import { SumsController } from './sums.controller.js';
import { SumsService } from './sums.service.js';
import { PgSums } from './sums.store.js';

const sums: Provider = {
  provide: SumsService,
  inject: [runtime.pool],
  useFactory: (pool: pg.Pool) => new SumsService(new PgSums(pool)),
};

/** For merchants. */
@Module({ controllers: [SumsController], providers: [sums] })
export class SumsModule {}

/** For operators. */
@Module({ controllers: [DeskSumsController], providers: [sums], exports: [SumsService] })
export class DeskSumsModule {}
