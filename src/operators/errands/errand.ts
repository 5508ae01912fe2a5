import type { RefundOutcome } from '../../payouts/refunds/refund.js';
import type { GiveBackOutcome } from '../../people/member.store.js';

export type ErrandKind = 'SCHEDULE' | 'REFUND' | 'OWNER';

/** An operator's wish that another operator confirms. */
export interface Errand {
  readonly errandId: string;
  readonly kind: ErrandKind;
  /** The Schedule, the payment, or the owner. */
  readonly subject: string;
  /** The sentence that both read. */
  readonly says: string;
  readonly reason: string;
  readonly operator: string;
  readonly createdAt: Date;
}

/** An errand that was decided about. */
export interface ListedErrand extends Errand {
  /** Null: it was withdrawn. */
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
   * The time of confirmation in whole seconds, by which Temporal names what the errand starts: carrying the errand out twice
   * starts it once.
   */
  readonly confirmedAt: Date;
  /** Both operators' names, and the reason. */
  readonly note: string;
}

/** Why a confirmed errand cannot be done. */
export interface ErrandRefusal {
  readonly outcome: RefundOutcome | GiveBackOutcome;
  /** For a refund: the amount that could be refunded, and the transfers of which one must be named. */
  readonly refundableMinor: bigint | null;
  readonly severalPayments: readonly string[];
}
