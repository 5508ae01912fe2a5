import { Module } from '@nestjs/common';
import type pg from 'pg';
import { AuthModule } from '../keys/auth.module.js';
import { MerchantDirectory } from '../../http/access/merchant-directory.js';
import { runtime } from '../../platform/runtime.js';
import type { Config } from '../../platform/config/config.js';
import { PageAddresses } from '../../http/page-address.js';
import { AmountLimits } from './amount-limits.js';
import { CheckoutPageController } from './checkout-page.controller.js';
import { CheckoutPageService } from './checkout-page.service.js';
import { PgCheckoutPageStore } from './checkout-page.store.js';
import { PgDailyLimits } from './daily-limit.store.js';
import { PgOpenAccounts } from './open-account.store.js';
import { MessageSettingsController } from './message-settings.controller.js';
import { MessageSettings } from './message-settings.js';
import { PgMessageSettings } from './message-settings.store.js';
import { OpenAccounts } from './open-accounts.js';
import { PoliciesController } from './policies.controller.js';
import { PoliciesService } from './policies.service.js';
import { PgPolicyStore } from './policy.store.js';
import { SettlementSettingsController } from './settlement-settings.controller.js';
import { SettlementSettingsService } from './settlement-settings.service.js';
import { PgSettlementSettingsStore } from './settlement-settings.store.js';

@Module({
  imports: [AuthModule],
  controllers: [
    CheckoutPageController,
    MessageSettingsController,
    PoliciesController,
    SettlementSettingsController,
  ],
  providers: [
    {
      provide: AmountLimits,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new AmountLimits(new PgDailyLimits(pool)),
    },
    {
      // One for the process: every kind of account is counted in it.
      provide: OpenAccounts,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new OpenAccounts(new PgOpenAccounts(pool)),
    },
    {
      provide: CheckoutPageService,
      inject: [runtime.pool, PageAddresses, runtime.config],
      useFactory: (pool: pg.Pool, addresses: PageAddresses, { baseUrl }: Config) =>
        new CheckoutPageService(new PgCheckoutPageStore(pool), addresses, baseUrl),
    },
    {
      provide: MessageSettings,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new MessageSettings(new PgMessageSettings(pool)),
    },
    {
      provide: PoliciesService,
      inject: [runtime.pool, MerchantDirectory],
      useFactory: (pool: pg.Pool, merchants: MerchantDirectory) =>
        new PoliciesService(new PgPolicyStore(pool), merchants),
    },
    {
      provide: SettlementSettingsService,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) =>
        new SettlementSettingsService(new PgSettlementSettingsStore(pool)),
    },
  ],
  exports: [AmountLimits, OpenAccounts],
})
export class MerchantsModule {}
