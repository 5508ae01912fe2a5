import { Module } from '@nestjs/common';
import type pg from 'pg';
import { AuthModule } from '../auth/auth.module.js';
import { MerchantDirectory } from '../auth/merchant-directory.js';
import { AccountService } from '../checkout/account.service.js';
import { CardChannel } from '../channels/card/card-channel.js';
import { CheckoutModule } from '../checkout/checkout.module.js';
import { CheckoutWatch } from '../checkout/checkout-watch.js';
import { PageLinks } from '../checkout/page-links.js';
import type { Config } from '../config/config.js';
import { Drain } from '../http/drain.js';
import { LoadShedding } from '../http/load-shedding.js';
import { RateLimits } from '../http/rate-limits.js';
import type { Logger } from '../observability/logger.js';
import { cardPageOf } from '../rails/card-rails.js';
import { runtime } from '../runtime.js';
import { Assets } from './assets.js';
import { LivePages } from './live-pages.js';
import type { PayRoutesPorts } from './pay-routes.js';
import { PayerPages } from './payer-pages.js';
import { PgPageStore } from './page.store.js';

/** What `addPayRoutes` needs. */
export const payRoutes = Symbol('payRoutes');

/** The payer's page. Its routes are no operations of the API, so no controller has them. */
@Module({
  imports: [AuthModule, CheckoutModule],
  providers: [
    {
      provide: PayerPages,
      inject: [
        ...[runtime.pool, runtime.config],
        ...[PageLinks, AccountService, CardChannel, MerchantDirectory],
      ],
      useFactory: (
        pool: pg.Pool,
        config: Config,
        links: PageLinks,
        accounts: AccountService,
        cards: CardChannel,
        merchants: MerchantDirectory,
      ) =>
        new PayerPages({
          links,
          pages: new PgPageStore(pool),
          accounts,
          cards,
          merchants,
          cardPage: cardPageOf(config),
          isSandbox: config.environment === 'sandbox',
        }),
    },
    {
      provide: payRoutes,
      inject: [PayerPages, CheckoutWatch, Drain, RateLimits, runtime.pool, runtime.logger],
      useFactory: (
        pages: PayerPages,
        watch: CheckoutWatch,
        drain: Drain,
        limits: RateLimits,
        pool: pg.Pool,
        logger: Logger,
      ): PayRoutesPorts => ({
        pages,
        live: new LivePages(watch, drain.signal),
        assets: new Assets(),
        limits,
        load: new LoadShedding(pool),
        logger,
      }),
    },
  ],
})
export class PayModule {}
