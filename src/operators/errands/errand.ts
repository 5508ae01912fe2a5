import type { RefundOutcome } from '../../payouts/refunds/refund.js';
import type { GiveBackOutcome } from '../../people/member.store.js';

export type ErrandKind = 'SCHEDULE' | 'REFUND' | 'OWNER';

/** An operator's request that another operator must confirm. */
export interface Errand {
  readonly errandId: string;
  readonly kind: ErrandKind;
  /** The id of the Schedule, of the payment, or of the owner. */
  readonly subject: string;
  /** The sentence that both operators read. */
  readonly says: string;
  readonly reason: string;
  readonly operator: string;
  readonly createdAt: Date;
}

/** An errand that was confirmed or withdrawn. */
export interface ListedErrand extends Errand {
  /** The second operator; null when the errand was withdrawn. */
  readonly partner: string | null;
  readonly status: 'CONFIRMED' | 'DONE' | 'FAILED' | 'WITHDRAWN';
  readonly decidedAt: Date;
}

export interface NewErrand extends Pick<Errand, 'errandId' | 'kind' | 'subject' | 'says'> {
  readonly wish: Readonly<Record<string, string | null>>;
  readonly merchantId: string | null;
}

/** A confirmed errand of a Schedule, with all that is needed to carry it out. */
export interface OrderedErrand extends Pick<NewErrand, 'subject' | 'wish'> {
  /**
   * The time of confirmation in whole seconds. Temporal names what the errand starts by this time, so carrying the
   * errand out twice starts it once.
   */
  readonly confirmedAt: Date;
  /** A text with both operators' names and the reason. */
  readonly note: string;
}

/** The reason that a confirmed errand cannot be done. */
export interface ErrandRefusal {
  readonly outcome: RefundOutcome | GiveBackOutcome;
  /** For a refund: the amount that can be refunded, or the transfers from which one must be named. */
  readonly refundableMinor: bigint | null;
  readonly severalPayments: readonly string[];
}
