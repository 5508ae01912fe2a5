import { Module } from '@nestjs/common';
import type pg from 'pg';
import type { Config } from '../../platform/config/config.js';
import { runtime } from '../../platform/runtime.js';
import { MerchantController } from './merchant.controller.js';
import { MerchantService } from './merchant.service.js';
import { PgMerchantRecord } from './merchant.store.js';

@Module({
  controllers: [MerchantController],
  providers: [
    {
      provide: MerchantService,
      inject: [runtime.pool, runtime.config],
      useFactory: (pool: pg.Pool, { environment }: Config) =>
        new MerchantService(new PgMerchantRecord(pool), environment),
    },
  ],
})
export class MerchantModule {}
