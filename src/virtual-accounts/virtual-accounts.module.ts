import { Module } from '@nestjs/common';
import type pg from 'pg';
import { CheckoutModule } from '../checkout/checkout.module.js';
import { NumberPool } from '../checkout/number-pool.js';
import type { Config } from '../config/config.js';
import { runtime } from '../runtime.module.js';
import { IdentityHash } from './identity-hash.js';
import { PgStaticAccountStore } from './static-account.store.js';
import { StaticAccountsController } from './static-accounts.controller.js';
import { StaticAccountsService } from './static-accounts.service.js';
import { VirtualAccountsController } from './virtual-accounts.controller.js';
import { VirtualAccountsService } from './virtual-accounts.service.js';

@Module({
  imports: [CheckoutModule],
  controllers: [StaticAccountsController, VirtualAccountsController],
  providers: [
    {
      provide: StaticAccountsService,
      inject: [runtime.pool, NumberPool, runtime.config],
      useFactory: (pool: pg.Pool, numbers: NumberPool, { identityKey }: Config) =>
        new StaticAccountsService(
          new PgStaticAccountStore(pool),
          numbers,
          new IdentityHash(identityKey),
        ),
    },
    {
      provide: VirtualAccountsService,
      inject: [StaticAccountsService],
      useFactory: (statics: StaticAccountsService) => new VirtualAccountsService([statics]),
    },
  ],
})
export class VirtualAccountsModule {}
