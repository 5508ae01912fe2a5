import { Module } from '@nestjs/common';
import type pg from 'pg';
import type { Config } from '../../platform/config/config.js';
import { PageAddresses } from '../../http/page-address.js';
import { AmountLimits } from '../../merchants/settings/amount-limits.js';
import { MerchantsModule } from '../../merchants/settings/merchants.module.js';
import { runtime } from '../../platform/runtime.js';
import type { FactSender } from '../../platform/temporal/fact-sender.js';
import { LinkCheckouts } from './link-checkouts.js';
import { PgPaymentLinkStore } from './payment-link.store.js';
import { PaymentLinksController } from './payment-links.controller.js';
import { PaymentLinksService } from './payment-links.service.js';

@Module({
  imports: [MerchantsModule],
  controllers: [PaymentLinksController],
  providers: [
    {
      provide: PgPaymentLinkStore,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new PgPaymentLinkStore(pool),
    },
    {
      provide: PaymentLinksService,
      inject: [PgPaymentLinkStore, AmountLimits, PageAddresses, runtime.config],
      useFactory: (
        links: PgPaymentLinkStore,
        limits: AmountLimits,
        addresses: PageAddresses,
        { baseUrl }: Config,
      ) => new PaymentLinksService(links, limits, addresses, baseUrl),
    },
    {
      provide: LinkCheckouts,
      inject: [PgPaymentLinkStore, AmountLimits, runtime.facts],
      useFactory: (links: PgPaymentLinkStore, limits: AmountLimits, facts: FactSender) =>
        new LinkCheckouts(links, limits, facts),
    },
  ],
  // The payer's side of a link.
  exports: [LinkCheckouts],
})
export class PaymentLinksModule {}
