import { Module } from '@nestjs/common';
import type pg from 'pg';
import { runtime } from '../../platform/runtime.js';
import { WalletController } from './wallet.controller.js';
import { WalletService } from './wallet.service.js';
import { PgWalletStore } from './wallet.store.js';

@Module({
  controllers: [WalletController],
  providers: [
    {
      provide: WalletService,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new WalletService(new PgWalletStore(pool)),
    },
  ],
})
export class WalletModule {}
