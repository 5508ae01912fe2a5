import { LoadShedding } from '../../http/load-shedding.js';
import { PgCheckoutPageStore } from '../../merchants/settings/checkout-page.store.js';
import { Assets } from '../../pages/payer/assets.js';
import { LivePages } from '../../pages/payer/live-pages.js';
import { Logos } from '../../pages/payer/logos.js';
import { PgPageStore } from '../../pages/payer/page.store.js';
import type { PayRoutesPorts } from '../../pages/payer/pay-ports.js';
import { PayerLinks } from '../../pages/payer/payer-links.js';
import { PayerPages } from '../../pages/payer/payer-pages.js';
import { ussdBanksIn } from '../../pages/payer/ussd.js';
import { cardPageOf, cardSchemesOf } from '../../providers/card-rails.js';
import type { ApiConnections } from './connections.js';
import type { HttpParts } from './http.js';
import type { MerchantParts } from './merchants.js';
import type { CheckoutParts, LinkParts } from './payments.js';

/** Creates the payer's page. Its routes are no operations of the API, so no controller has them. */
export function payerPage(
  { pool, config, drain, logger }: ApiConnections,
  { drawings, limits }: HttpParts,
  { directory: merchants }: MerchantParts,
  { pageLinks, accounts, cards, watch }: CheckoutParts,
  { linkCheckouts }: LinkParts,
): PayRoutesPorts {
  const isSandbox = config.environment === 'sandbox';
  return {
    baseUrl: config.baseUrl,
    pages: new PayerPages({
      links: pageLinks,
      pages: new PgPageStore(pool),
      ...{ accounts, cards, watch, merchants, isSandbox },
      cardPage: cardPageOf(config),
      ussdBanks: ussdBanksIn(config.ussdBanks),
      cardSchemes: cardSchemesOf(config),
    }),
    payerLinks: new PayerLinks({
      checkouts: linkCheckouts,
      pages: pageLinks,
      ...{ merchants, isSandbox, baseUrl: config.baseUrl },
    }),
    live: new LivePages(watch, drain.signal),
    assets: new Assets(),
    logos: new Logos(new PgCheckoutPageStore(pool)),
    load: new LoadShedding(pool),
    ...{ drawings, limits, logger },
  };
}
