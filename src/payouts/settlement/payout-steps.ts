import type { NextSession } from '../../domain/nip-session.js';
import type { OutgoingHold } from '../../domain/outgoing-hold.js';
import type {
  HoldReason,
  PayoutEvent,
  PayoutStatus,
  SettlementStatus,
} from '../../domain/payout-state.js';
import type { Id } from '../../domain/ids.js';

/** The state of a settlement, as far as its workflow needs it. The state holds nothing personal. */
export interface SettlementStanding {
  readonly settlementId: string;
  readonly merchantId: string;
  readonly status: SettlementStatus;
  readonly holdReason: HoldReason | null;
  readonly currency: string;
  readonly netMinor: bigint;
  /** The rail that sends the payouts. */
  readonly provider: string;
  /** In the order in which they are sent. */
  readonly payouts: readonly PayoutStanding[];
}

export interface PayoutStanding {
  readonly payoutId: Id<'pay'>;
  readonly part: number;
  readonly amountMinor: bigint;
  readonly status: PayoutStatus;
  /** The number of sendings so far. */
  readonly attempts: number;
  /** The last sending while it is SENT or UNKNOWN (outward_transfer). */
  readonly openSending: { readonly sessionId: string; readonly sentAt: Date } | null;
  /** The session id of the last sending when it was refused and the bank's statement shows its debit; otherwise null. */
  readonly debited: string | null;
  readonly nextSession: NextSession;
  /** The reason that the next sending may not leave now; null when it may. */
  readonly heldBy: OutgoingHold | null;
}

/** One change of a payout's status, with the facts that the books need. */
export interface PayoutStep {
  readonly payoutId: Id<'pay'>;
  readonly event: PayoutEvent;
  /** The session id of the sending that the step is about: with SENT, LOST_SIGHT, CONFIRMED, REFUSED, RETURNED. */
  readonly sessionId?: string | undefined;
  readonly code?: string | undefined;
  readonly failure?: string | undefined;
}

/** One change of a settlement as a whole, while none of its payouts is on its way. */
export type SettlementStep =
  | { readonly settlementId: string; readonly event: 'HELD'; readonly reason: HoldReason }
  /** An operator releases this hold of the settlement. With NAME_CHANGED, the new name becomes the account's name. */
  | {
      readonly settlementId: string;
      readonly event: 'RELEASED';
      readonly reason: HoldReason;
      readonly operator: string;
    };

/** Holds personal data: for activities only, never for a history. */
export interface PayoutAccount {
  readonly provider: string;
  readonly accountNumber: string;
  readonly bankCode: string;
  readonly accountName: string;
}

/**
 * The status of a row of `outward_transfer`. SENT lasts until anything is known of the sending, or until the bank is
 * asked about it.
 */
export type SendingStatus = 'SENT' | 'UNKNOWN' | 'SUCCESSFUL' | 'FAILED' | 'RETURNED';

/** Holds personal data: for activities only, never for a history. */
export interface PayoutInstruction extends PayoutAccount {
  /** Null when the sending was not recorded. */
  readonly sendingStatus: SendingStatus | null;
  readonly payoutId: Id<'pay'>;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly narration: string;
}
