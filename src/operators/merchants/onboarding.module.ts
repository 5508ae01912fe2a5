import { Module } from '@nestjs/common';
import type pg from 'pg';
import { PgKeyStore } from '../../merchants/keys/key.store.js';
import { Keys } from '../../merchants/keys/keys.js';
import { PgMerchantStore } from '../../http/access/merchant.store.js';
import { BankDirectory } from '../../payouts/banks/bank-directory.js';
import type { Config } from '../../platform/config/config.js';
import type { BankRail } from '../../domain/bank-rail.port.js';
import { MessageSettings } from '../../merchants/settings/message-settings.js';
import { PgMessageSettings } from '../../merchants/settings/message-settings.store.js';
import { PgSettlementSettingsStore } from '../../merchants/settings/settlement-settings.store.js';
import { OperatorsModule } from '../people/operators.module.js';
import { runtime } from '../../platform/runtime.js';
import { PgSettlementAccountStore } from '../../payouts/accounts/settlement-account.store.js';
import { SettlementAccounts } from '../../payouts/accounts/settlement-accounts.js';
import { WebhookEndpointsModule } from '../../notify/webhooks/webhook-endpoints.module.js';
import { InstallationTermsController } from './installation-terms.controller.js';
import { PgInstallationTerms } from './installation-terms.store.js';
import { PgMerchantAdmin } from './merchant-admin.store.js';
import { MerchantKeysController } from './merchant-keys.controller.js';
import { MerchantMessagesController } from './merchant-messages.controller.js';
import { MerchantWebhooksController } from './merchant-webhooks.controller.js';
import { MerchantAccounts } from './merchant-accounts.service.js';
import { PgMerchantProposals } from './merchant-proposal.store.js';
import { MerchantProposalsController } from './merchant-proposals.controller.js';
import { MerchantProposals } from './merchant-proposals.service.js';
import { MerchantsController } from './merchants.controller.js';
import { OnboardingService } from './merchants.service.js';
import { MerchantTermsController } from './terms.controller.js';

/** Merchants, their keys and terms, at the operators' bind. */
@Module({
  imports: [OperatorsModule, WebhookEndpointsModule],
  controllers: [
    MerchantsController,
    MerchantTermsController,
    MerchantWebhooksController,
    MerchantMessagesController,
    MerchantKeysController,
    InstallationTermsController,
    MerchantProposalsController,
  ],
  exports: [MerchantProposals],
  providers: [
    {
      provide: OnboardingService,
      inject: [runtime.pool, MerchantProposals],
      useFactory: (pool: pg.Pool, proposals: MerchantProposals) =>
        new OnboardingService(
          new PgMerchantAdmin(pool),
          new PgSettlementSettingsStore(pool),
          new PgMerchantStore(pool),
          proposals,
        ),
    },
    {
      provide: MerchantProposals,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new MerchantProposals(new PgMerchantProposals(pool)),
    },
    {
      provide: MerchantAccounts,
      inject: [SettlementAccounts, MerchantProposals],
      useFactory: (accounts: SettlementAccounts, proposals: MerchantProposals) =>
        new MerchantAccounts(accounts, proposals),
    },
    {
      provide: PgInstallationTerms,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new PgInstallationTerms(pool),
    },
    {
      provide: Keys,
      inject: [runtime.pool, runtime.config],
      useFactory: (pool: pg.Pool, config: Config) => new Keys(new PgKeyStore(pool), config),
    },
    {
      provide: MessageSettings,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new MessageSettings(new PgMessageSettings(pool)),
    },
    {
      provide: SettlementAccounts,
      inject: [runtime.pool, runtime.rails],
      useFactory: (pool: pg.Pool, rails: ReadonlyMap<string, BankRail>) =>
        new SettlementAccounts(new PgSettlementAccountStore(pool), rails, new BankDirectory(rails)),
    },
  ],
})
export class OnboardingModule {}
