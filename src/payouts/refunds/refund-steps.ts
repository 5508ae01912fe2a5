import type { ChannelName } from '../../domain/channels.js';
import type { NextSession } from '../../domain/nip-session.js';
import type { OutgoingHold } from '../../domain/outgoing-hold.js';
import type { SendingStatus } from '../settlement/payout-steps.js';
import type { RefundEvent, RefundStatus } from '../../domain/refund-state.js';

/** The state of a refund, as far as its workflow needs it. The state holds nothing personal. */
export interface RefundStanding {
  readonly refundId: string;
  readonly status: RefundStatus;
  readonly channel: ChannelName;
  /** The rail that sends the refund: a key of the bank or card rails. */
  readonly provider: string;
  readonly amountMinor: bigint;
  /** The number of sendings so far. */
  readonly attempts: number;
  /**
   * False when nobody knows an account to send to, or when the account that the merchant named may no longer be used.
   */
  readonly hasAccount: boolean;
  /** Whether the refund goes to another account than the one that paid. */
  readonly isRedirected: boolean;
  /** How long the refund must still wait, because the merchant has named another account than the one that paid. */
  readonly coolingMs: number;
  /**
   * The last sending, while its status is SENT or UNKNOWN (outward_transfer). A restarted workflow continues with it.
   */
  readonly openSending: { readonly sessionId: string; readonly sentAt: Date } | null;
  /** The session id of the last sending when it was refused and the bank's statement shows its debit; otherwise null. */
  readonly debited: string | null;
  readonly nextSession: NextSession;
  /**
   * The acquirer's id of the next sending of a card's refund. The acquirer refunds once per id, so it is the same when a
   * restored database makes the refund again, and another one after a certain refusal.
   */
  readonly acquirerId: string;
  /** The reason that the next sending may not leave now; null when it may. */
  readonly heldBy: OutgoingHold | null;
}

/** One change of a refund's status, with the facts that the books need. */
export interface RefundStep {
  readonly refundId: string;
  readonly event: RefundEvent;
  /**
   * The session id of the sending that the step is about: with SENT, LOST_SIGHT, CONFIRMED, REFUSED, ACCOUNT_REFUSED
   * (after a sending), RETURNED.
   */
  readonly sessionId?: string | undefined;
  /** The rail's own code, unchanged. */
  readonly code?: string | undefined;
  /** A named reason when there was no code. */
  readonly failure?: string | undefined;
}

/** Holds personal data: for activities only, never for a history. */
export interface RefundInstruction {
  /**
   * The status of the sending that was asked for; null when none was asked for, or when that sending was not recorded.
   */
  readonly sendingStatus: SendingStatus | null;
  readonly refundId: string;
  readonly provider: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  /**
   * Whether the refund goes to another account than the one that paid. The holder of that account was checked when it
   * was named.
   */
  readonly isRedirected: boolean;
  readonly destination: {
    readonly accountNumber: string;
    readonly bankCode: string;
    readonly accountName: string | null;
  } | null;
  /** For a card refund: the charge that the refund gives back. */
  readonly chargeId: string | null;
  /** The provider's own key of the credit that the refund gives back. */
  readonly creditKey: string;
  readonly narration: string;
}
