import type { Day, Days } from '../parts/day.js';

export type NeedKind = 'DISPUTE' | 'REFUND' | 'HELD' | 'ENDPOINT_FAILING' | 'ENDPOINT_OFF' | 'KEY';

/** Something that waits for the merchant. */
export interface MerchantNeed {
  readonly kind: NeedKind;
  readonly waiting: number;
  readonly amountMinor: bigint;
  /** The nearest deadline, or the time since which the oldest waits. Null for a dispute without a deadline. */
  readonly at: Date | null;
  /**
   * The thing that `at` belongs to: a dispute's id, a reference, an endpoint's address or a key's name. Null for a
   * payment without an order.
   */
  readonly subject: string | null;
}

/** The data of the first page of the portal. */
export interface MerchantHome extends Days {
  /** Null while it is still being added up. */
  readonly today: Day | null;
  /** The same day a week ago, up to the present time of day. */
  readonly lastWeek: Day | null;
  readonly needs: readonly MerchantNeed[];
  /** The steps that a merchant must complete before it takes real payments. */
  readonly checklist: readonly {
    readonly item: string;
    readonly done: boolean;
    readonly todo: string | null;
  }[];
}
