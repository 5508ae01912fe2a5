import { LRUCache } from 'lru-cache';
import type { MerchantHome } from '../../pages/portal/home-view.js';
import { QueuedSums } from '../sums/queued-sums.js';
import type { PgSums } from '../sums/sums.store.js';
import type { PgMerchantNeeds } from './merchant-needs.store.js';
import { ShownDays, shownDays } from './shown-days.js';

/** The number of merchants whose days are kept in memory. Each takes some kilobytes. */
const keptMerchants = 2_000;
/**
 * The most sums at once. A portal has six connections, and the others stay free for pages while sums that are not
 * stored take seconds.
 */
const sumsAtOnce = 3;

/** Reads the first page of a merchant's portal. */
export class MerchantHomeService {
  readonly #days = new LRUCache<string, ShownDays>({ max: keptMerchants });

  readonly #sums: QueuedSums;

  constructor(
    sums: Pick<PgSums, 'of'>,
    private readonly needs: Pick<PgMerchantNeeds, 'of'>,
    private readonly merchants: {
      find(merchantId: string): Promise<Pick<MerchantHome, 'checklist'>>;
    },
    private readonly now: () => number = Date.now,
  ) {
    this.#sums = new QueuedSums(sums, sumsAtOnce);
  }

  async find(merchantId: string): Promise<MerchantHome> {
    const shown = this.#daysOf(merchantId);
    const [today, days, needs, { checklist }] = await Promise.all([
      shown.today(),
      shown.last(),
      this.needs.of(merchantId),
      this.merchants.find(merchantId),
    ]);
    return { ...today, ...days, needs, checklist };
  }

  #daysOf(merchantId: string): ShownDays {
    const known = this.#days.get(merchantId);
    if (known !== undefined) return known;
    const days = new ShownDays(this.#sums, { merchantId, atOnce: shownDays }, this.now);
    this.#days.set(merchantId, days);
    return days;
  }
}
