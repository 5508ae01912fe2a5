import { LRUCache } from 'lru-cache';
import type { MerchantHome } from '../../pages/portal/home-view.js';
import type { PgSums } from '../sums/sums.store.js';
import type { PgMerchantNeeds } from './merchant-needs.store.js';
import { PastDays, shownDays } from './past-days.js';

/** The page waits no longer for days that are not added up yet. */
const longestWaitMs = 1_000;
/** Merchants whose days are remembered: some kilobytes each. */
const keptMerchants = 2_000;

/** What the first page of a merchant's portal shows. */
export class MerchantHomeService {
  readonly #past = new LRUCache<string, PastDays>({ max: keptMerchants });

  constructor(
    private readonly sums: Pick<PgSums, 'of'>,
    private readonly needs: Pick<PgMerchantNeeds, 'of'>,
    private readonly merchants: {
      find(merchantId: string): Promise<Pick<MerchantHome, 'checklist'>>;
    },
    private readonly now: () => number = Date.now,
  ) {}

  async find(merchantId: string): Promise<MerchantHome> {
    const past = this.#pastOf(merchantId);
    const [today, days, needs, { checklist }] = await Promise.all([
      past.today(),
      past.last(longestWaitMs),
      this.needs.of(merchantId),
      this.merchants.find(merchantId),
    ]);
    return { ...today, ...days, needs, checklist };
  }

  #pastOf(merchantId: string): PastDays {
    const known = this.#past.get(merchantId);
    if (known !== undefined) return known;
    const past = new PastDays(this.sums, { merchantId, atOnce: shownDays }, this.now);
    this.#past.set(merchantId, past);
    return past;
  }
}
