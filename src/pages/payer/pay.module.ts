import { Module } from '@nestjs/common';
import type pg from 'pg';
import { AuthModule } from '../../merchants/keys/auth.module.js';
import { MerchantDirectory } from '../../http/access/merchant-directory.js';
import { AccountService } from '../../payments/checkouts/account.service.js';
import { CardChannel } from '../../payments/cards/card-channel.js';
import { CheckoutModule } from '../../payments/checkouts/checkout.module.js';
import { CheckoutWatch } from '../../payments/checkouts/checkout-watch.js';
import { PageLinks } from '../../payments/checkouts/page-links.js';
import type { Config } from '../../platform/config/config.js';
import { Drain } from '../../http/drain.js';
import { DrawingThread } from '../../http/drawing-thread.js';
import { LoadShedding } from '../../http/load-shedding.js';
import { RateLimits } from '../../http/rate-limits.js';
import type { Logger } from '../../platform/observability/logger.js';
import { cardPageOf } from '../../providers/card-rails.js';
import { PgCheckoutPageStore } from '../../merchants/settings/checkout-page.store.js';
import { runtime } from '../../platform/runtime.js';
import { LinkCheckouts } from '../../payments/links/link-checkouts.js';
import { PaymentLinksModule } from '../../payments/links/payment-links.module.js';
import { Assets } from './assets.js';
import { LivePages } from './live-pages.js';
import { Logos } from './logos.js';
import type { PayRoutesPorts } from './pay-ports.js';
import { PayerLinks } from './payer-links.js';
import { PayerPages } from './payer-pages.js';
import { PgPageStore } from './page.store.js';

/** The token for the services that `addPayRoutes` needs. */
export const payRoutes = Symbol('payRoutes');

/** The payer's page. Its routes are no operations of the API, so no controller has them. */
@Module({
  imports: [AuthModule, CheckoutModule, PaymentLinksModule],
  providers: [
    {
      provide: PayerPages,
      inject: [
        ...[runtime.pool, runtime.config],
        ...[PageLinks, AccountService, CardChannel, CheckoutWatch, MerchantDirectory],
      ],
      useFactory: (
        pool: pg.Pool,
        config: Config,
        links: PageLinks,
        accounts: AccountService,
        cards: CardChannel,
        watch: CheckoutWatch,
        merchants: MerchantDirectory,
      ) =>
        new PayerPages({
          links,
          pages: new PgPageStore(pool),
          accounts,
          cards,
          watch,
          merchants,
          cardPage: cardPageOf(config),
          isSandbox: config.environment === 'sandbox',
        }),
    },
    {
      provide: PayerLinks,
      inject: [LinkCheckouts, PageLinks, MerchantDirectory, runtime.config],
      useFactory: (
        checkouts: LinkCheckouts,
        pages: PageLinks,
        merchants: MerchantDirectory,
        { environment }: Config,
      ) => new PayerLinks({ checkouts, pages, merchants, isSandbox: environment === 'sandbox' }),
    },
    {
      provide: payRoutes,
      inject: [
        ...[PayerPages, PayerLinks, CheckoutWatch, Drain, DrawingThread, RateLimits],
        ...[runtime.pool, runtime.logger, runtime.config],
      ],
      useFactory: (
        pages: PayerPages,
        payerLinks: PayerLinks,
        watch: CheckoutWatch,
        drain: Drain,
        drawings: DrawingThread,
        limits: RateLimits,
        pool: pg.Pool,
        logger: Logger,
        { baseUrl }: Config,
      ): PayRoutesPorts => ({
        baseUrl,
        pages,
        payerLinks,
        live: new LivePages(watch, drain.signal),
        assets: new Assets(),
        logos: new Logos(new PgCheckoutPageStore(pool)),
        drawings,
        limits,
        load: new LoadShedding(pool),
        logger,
      }),
    },
  ],
})
export class PayModule {}
