import { Module } from '@nestjs/common';
import type pg from 'pg';
import { PgCardAttempts } from '../cards/card-attempt.store.js';
import type { Config } from '../../platform/config/config.js';
import { Drain } from '../../http/drain.js';
import { createSecretSeal } from '../../platform/keys/secret-seal.js';
import type { ChangeListener } from '../../platform/database/database.js';
import { newChargesProvider } from '../../providers/card-rails.js';
import { runtime } from '../../platform/runtime.js';
import type { FactSender } from '../../platform/temporal/fact-sender.js';
import { AccessCodes } from './access-codes.js';
import { AccountService } from './account.service.js';
import { PageAddresses } from '../../http/page-address.js';
import { AmountLimits } from '../../merchants/settings/amount-limits.js';
import { MerchantsModule } from '../../merchants/settings/merchants.module.js';
import { NumbersModule } from '../numbers/numbers.module.js';
import { ChangeService } from './change.service.js';
import { CancelService } from './cancel.service.js';
import { BankChannel } from '../accounts/bank-channel.js';
import { CardChannel } from '../cards/card-channel.js';
import { PaymentChannels } from './payment-channels.js';
import { PgCheckoutList } from './checkout-list.store.js';
import { CheckoutController } from './checkout.controller.js';
import { CheckoutWatch } from './checkout-watch.js';
import { PgCheckoutStore } from './checkout.store.js';
import { checkoutList, CheckoutsController } from './checkouts.controller.js';
import { CompleteService } from './complete.service.js';
import { InitiateService } from './initiate.service.js';
import { NumberPool } from '../numbers/number-pool.js';
import { OpenAccounts } from '../../merchants/settings/open-accounts.js';
import { PageLinks } from './page-links.js';
import { QueryService } from './query.service.js';
import { TimelineController, timelineStore } from './timeline.controller.js';
import { PgTimelineStore } from './timeline.store.js';

const checkoutStore = Symbol('checkoutStore');

@Module({
  imports: [MerchantsModule, NumbersModule],
  controllers: [CheckoutController, CheckoutsController, TimelineController],
  providers: [
    {
      provide: timelineStore,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new PgTimelineStore(pool),
    },
    {
      provide: checkoutList,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new PgCheckoutList(pool),
    },
    {
      provide: checkoutStore,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new PgCheckoutStore(pool),
    },
    {
      provide: AccessCodes,
      inject: [runtime.config],
      useFactory: ({ accessCodeKey }: Config) => new AccessCodes(accessCodeKey),
    },
    {
      provide: PageLinks,
      inject: [runtime.config],
      useFactory: ({ accessCodeKey, baseUrl }: Config) => new PageLinks(accessCodeKey, baseUrl),
    },
    {
      provide: CheckoutWatch,
      inject: [checkoutStore, runtime.changes, Drain],
      useFactory: (store: PgCheckoutStore, changes: ChangeListener, drain: Drain) =>
        new CheckoutWatch(store, { changes, shutdown: drain.signal }),
    },
    {
      provide: InitiateService,
      inject: [checkoutStore, AmountLimits, runtime.facts, PageLinks, PageAddresses],
      useFactory: (
        store: PgCheckoutStore,
        limits: AmountLimits,
        facts: FactSender,
        links: PageLinks,
        addresses: PageAddresses,
      ) => new InitiateService(store, limits, facts, links, addresses),
    },
    {
      provide: AccountService,
      inject: [checkoutStore, NumberPool, runtime.facts, OpenAccounts],
      useFactory: (
        store: PgCheckoutStore,
        numbers: NumberPool,
        facts: FactSender,
        openAccounts: OpenAccounts,
      ) => new AccountService(store, numbers, facts, openAccounts),
    },
    {
      provide: QueryService,
      inject: [AccessCodes, CheckoutWatch, PaymentChannels],
      useFactory: (codes: AccessCodes, watch: CheckoutWatch, channels: PaymentChannels) =>
        new QueryService(codes, watch, channels),
    },
    {
      provide: ChangeService,
      inject: [checkoutStore, AmountLimits, AccessCodes, runtime.facts, PaymentChannels],
      useFactory: (
        store: PgCheckoutStore,
        limits: AmountLimits,
        codes: AccessCodes,
        facts: FactSender,
        channels: PaymentChannels,
      ) => new ChangeService(store, limits, codes, facts, channels),
    },
    {
      provide: CancelService,
      inject: [checkoutStore, AccessCodes, runtime.facts, PaymentChannels],
      useFactory: (
        store: PgCheckoutStore,
        codes: AccessCodes,
        facts: FactSender,
        channels: PaymentChannels,
      ) => new CancelService(store, codes, facts, channels),
    },
    {
      provide: CardChannel,
      inject: [runtime.pool, runtime.facts, CheckoutWatch, PageLinks, runtime.config],
      useFactory: (
        pool: pg.Pool,
        facts: FactSender,
        watch: CheckoutWatch,
        links: PageLinks,
        config: Config,
      ) =>
        new CardChannel({
          returnOf: (checkoutId) => links.returnUrlOf(checkoutId),
          attempts: new PgCardAttempts(pool, createSecretSeal(config.sealKeys)),
          facts,
          watch,
          provider: newChargesProvider(config),
        }),
    },
    {
      provide: PaymentChannels,
      inject: [CheckoutWatch, CardChannel],
      useFactory: (watch: CheckoutWatch, cards: CardChannel) =>
        new PaymentChannels([new BankChannel(watch), cards]),
    },
    {
      provide: CompleteService,
      inject: [checkoutStore, AccessCodes, PaymentChannels],
      useFactory: (store: PgCheckoutStore, codes: AccessCodes, channels: PaymentChannels) =>
        new CompleteService(store, codes, channels),
    },
  ],
  // The payer's page uses these.
  exports: [AccountService, CardChannel, CheckoutWatch, PageLinks],
})
export class CheckoutModule {}
