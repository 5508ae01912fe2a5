import { Module } from '@nestjs/common';
import type pg from 'pg';
import { MerchantsModule } from '../../merchants/settings/merchants.module.js';
import { NumbersModule } from '../numbers/numbers.module.js';
import { AmountLimits } from '../../merchants/settings/amount-limits.js';
import { NumberPool } from '../numbers/number-pool.js';
import { OpenAccounts } from '../../merchants/settings/open-accounts.js';
import type { Config } from '../../platform/config/config.js';
import { BanksModule } from '../../payouts/banks/banks.module.js';
import { BankDirectory } from '../../payouts/banks/bank-directory.js';
import { runtime } from '../../platform/runtime.js';
import { PgCheckoutStore } from '../checkouts/checkout.store.js';
import { PgTimelineStore } from '../checkouts/timeline.store.js';
import type { BankRail } from '../../domain/bank-rail.port.js';
import type { FactSender } from '../../platform/temporal/fact-sender.js';
import { PgDynamicAccountStore } from './dynamic-account.store.js';
import { DynamicAccountsController } from './dynamic-accounts.controller.js';
import { DynamicAccountsService } from './dynamic-accounts.service.js';
import { IdentityHash } from './identity-hash.js';
import { PgPrefixStore } from '../numbers/prefix.store.js';
import { PrefixesController, prefixStore } from './prefixes.controller.js';
import { PgStaticAccountStore } from './static-account.store.js';
import { StaticAccountsController } from './static-accounts.controller.js';
import { StaticAccountsService } from './static-accounts.service.js';
import { type VirtualAccount, VirtualAccountsController } from './virtual-accounts.controller.js';
import { ValidationService } from './validation.service.js';
import { VirtualAccountsService } from './virtual-accounts.service.js';

@Module({
  imports: [BanksModule, MerchantsModule, NumbersModule],
  controllers: [
    StaticAccountsController,
    DynamicAccountsController,
    PrefixesController,
    VirtualAccountsController,
  ],
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
      inject: [StaticAccountsService, DynamicAccountsService],
      useFactory: (statics: StaticAccountsService, dynamics: DynamicAccountsService) =>
        new VirtualAccountsService<VirtualAccount>([statics, dynamics]),
    },
    {
      provide: DynamicAccountsService,
      inject: [runtime.pool, NumberPool, OpenAccounts, AmountLimits, runtime.facts],
      useFactory: (
        pool: pg.Pool,
        numbers: NumberPool,
        openAccounts: OpenAccounts,
        limits: AmountLimits,
        facts: FactSender,
      ) =>
        new DynamicAccountsService({
          accounts: new PgDynamicAccountStore(pool),
          checkouts: new PgCheckoutStore(pool),
          timelines: new PgTimelineStore(pool),
          numbers,
          openAccounts,
          limits,
          facts,
        }),
    },
    {
      provide: prefixStore,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new PgPrefixStore(pool),
    },
    {
      provide: ValidationService,
      inject: [runtime.pool, runtime.rails, BankDirectory],
      useFactory: (pool: pg.Pool, rails: ReadonlyMap<string, BankRail>, banks: BankDirectory) =>
        new ValidationService(new PgDynamicAccountStore(pool), rails, banks),
    },
  ],
})
export class VirtualAccountsModule {}
