import type { DrawingThread } from '../../http/drawing-thread.js';
import type { LoadShedding } from '../../http/load-shedding.js';
import type { RateLimits } from '../../http/rate-limits.js';
import type { Logger } from '../../platform/observability/logger.js';
import type { Assets } from './assets.js';
import type { LivePages } from './live-pages.js';
import type { Logos } from './logos.js';
import type { PayerLinks } from './payer-links.js';
import type { PayerPages } from './payer-pages.js';

/** The services that the routes of the payer's pages need. */
export interface PayRoutesPorts {
  /** The address at which browsers reach the page. */
  readonly baseUrl: string;
  readonly pages: PayerPages;
  readonly payerLinks: PayerLinks;
  readonly live: LivePages;
  readonly assets: Assets;
  readonly logos: Logos;
  readonly drawings: DrawingThread;
  readonly limits: RateLimits;
  readonly load: LoadShedding;
  readonly logger: Logger;
}
