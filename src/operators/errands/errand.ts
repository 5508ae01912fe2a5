import type { RefundOutcome } from '../../payouts/refunds/refund.js';
import type { GiveBackOutcome } from '../../people/member.store.js';

export type ErrandKind = 'SCHEDULE' | 'REFUND' | 'OWNER';

/** What an operator wishes done, and another one confirms. */
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
  /** In whole seconds. It names what the errand starts, so that carrying it out twice starts one. */
  readonly confirmedAt: Date;
  /** Both names, and why. */
  readonly told: string;
}

/** Why a confirmed errand cannot be done. */
export interface ErrandRefusal {
  readonly outcome: RefundOutcome | GiveBackOutcome;
  /** Of a refund: how much could be refunded, and the transfers of which one has to be named. */
  readonly refundableMinor: bigint | null;
  readonly severalPayments: readonly string[];
}
