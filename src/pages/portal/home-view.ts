import type { Day, Days } from '../parts/day.js';

export type NeedKind = 'DISPUTE' | 'REFUND' | 'HELD' | 'ENDPOINT_FAILING' | 'ENDPOINT_OFF' | 'KEY';

/** Something that waits for the merchant. */
export interface MerchantNeed {
  readonly kind: NeedKind;
  readonly waiting: number;
  readonly amountMinor: bigint;
  /** The nearest deadline, or since when the oldest waits. Null: a dispute without a deadline. */
  readonly at: Date | null;
  /** The thing that `at` belongs to: a dispute's id, a reference, an address, a key's name. Null: a payment without an order. */
  readonly subject: string | null;
}

/** The data of the first page of the portal. */
export interface MerchantHome extends Days {
  /** Null: it is still being added up. */
  readonly today: Day | null;
  /** The day a week ago, until the present time of the day. */
  readonly lastWeek: Day | null;
  readonly needs: readonly MerchantNeed[];
  /** The things that must be there before the merchant takes payments with real money. */
  readonly checklist: readonly {
    readonly item: string;
    readonly done: boolean;
    readonly todo: string | null;
  }[];
}
