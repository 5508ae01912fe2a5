import type { ChangePeriod } from '../../domain/slice.js';
import type { Actor } from '../../domain/actor.js';
import type { ChannelName } from '../../domain/channels.js';
import type { RefundStatus, RefundOrigin } from '../../domain/refund-state.js';
import type { Fact } from '../../platform/temporal/fact.js';
import type { Id } from '../../domain/ids.js';

/** The account that money goes back to. */
export interface RefundDestination {
  readonly accountNumber: string | null;
  readonly accountName: string | null;
  /** NIP institution code. */
  readonly bankCode: string | null;
  readonly bankName: string | null;
  /** Whether the account's holder is the payer, judged by the names that both banks gave. */
  readonly isPayers: boolean;
}

/** A refund as its merchant sees it. */
export interface Refund {
  readonly refundId: string;
  /** The merchant's own reference, or the refund id. */
  readonly refundReference: string;
  readonly creditId: string;
  readonly checkoutId: Id<'chk'> | null;
  readonly paymentReference: string | null;
  readonly origin: RefundOrigin;
  /** UNDERPAID, OVERPAID, LATE, DUPLICATE, UNMATCHED, CANCELLED, MERCHANT_REQUEST... */
  readonly reason: string;
  /** The merchant's own words. */
  readonly note: string | null;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly dutyMinor: bigint;
  readonly dutyBearer: 'PLATFORM' | 'MERCHANT';
  readonly channel: ChannelName;
  /** Null for a card. */
  readonly destination: RefundDestination | null;
  readonly status: RefundStatus;
  readonly responseCode: string | null;
  readonly failure: string | null;
  /** Sendings so far. */
  readonly attempts: number;
  /** Null unless the refund goes to another account than the one that paid. */
  readonly sendableFrom: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly completedAt: Date | null;
}

/** An account that the merchant names. */
export interface NamedAccount {
  readonly accountNumber: string;
  /** NIP institution code. */
  readonly bankCode: string;
  readonly bankName: string | null;
  /** The holder's name, as the account's bank gives it; null when nobody has asked. */
  readonly accountName: string | null;
  /**
   * Whether the holder is the payer, judged by the names that both banks gave. If not, the refund waits for two
   * operators. Null when nobody has asked.
   */
  readonly isPayers: boolean | null;
}

/** The payer of the money that is to be sent back. */
export interface RefundPayer {
  /** Null when the reference does not name exactly one transaction of the merchant. */
  readonly creditId: string | null;
  /** The payment was sent from an account; otherwise it was charged, and goes back to the charge. */
  readonly hasAccount: boolean;
  /** The name that the payer's bank gave. */
  readonly accountName: string | null;
  /** A refund with this reference exists already. */
  readonly isAsked: boolean;
}

export type AccountOutcome = 'PROVIDED' | 'REFUND_NEEDS_NO_ACCOUNT' | 'LIMIT_EXCEEDED';

export interface AccountResult {
  readonly outcome: AccountOutcome;
  /** Set with PROVIDED. */
  readonly refund: Refund | null;
  /** Set with LIMIT_EXCEEDED: the unused part of today's limit. */
  readonly leftMinor: bigint | null;
}

/** A merchant's request for a refund. */
export interface NewRefund {
  /** `rfd_` + ULID, used if the reference is new. */
  readonly refundId: string;
  readonly merchantId: string;
  /** A transaction's reference, or the paymentReference of a checkout that one transaction has paid. */
  readonly transactionReference: string;
  readonly refundReference: string;
  /** SHA-256 of the canonical validated request. */
  readonly requestHash: Buffer;
  /** Null: all that is left. */
  readonly amountMinor: bigint | null;
  readonly note: string;
  /** Null: the refund goes back to the account or the card that paid. */
  readonly destination: NamedAccount | null;
  /** Without it no entry is written to the audit. */
  readonly by?: Actor;
}

export type RefundOutcome =
  | 'REQUESTED'
  /** The same request was made before. */
  | 'EXISTING'
  | 'DUPLICATE_REFERENCE'
  | 'RESOURCE_NOT_FOUND'
  | 'NOT_REFUNDABLE'
  /** The reference is of an order that several transfers paid. */
  | 'SEVERAL_PAYMENTS'
  | 'AMOUNT_EXCEEDS_REFUNDABLE'
  | 'INSUFFICIENT_AVAILABLE_BALANCE'
  /** The amount exceeds the rest of today's limit for money that goes to another account than the one that paid. */
  | 'LIMIT_EXCEEDED';

export interface RefundResult {
  readonly outcome: RefundOutcome;
  /** Set with REQUESTED and EXISTING. */
  readonly refund: Refund | null;
  /** The amount that may still be refunded: of the transaction, or by today's limit; null when it is unknown. */
  readonly refundableMinor: bigint | null;
  /** Set with SEVERAL_PAYMENTS: the transfers that paid the order, oldest first. */
  readonly severalPayments: readonly string[];
  /** The fact to send to Temporal. Set only with REQUESTED. */
  readonly fact: Fact | null;
}

/** Why a refund was not made. */
export type RefundRefusal = Pick<RefundResult, 'outcome' | 'refundableMinor' | 'severalPayments'>;

/** The filters of a list of refunds; a refund must match all of them. */
export interface RefundFilter extends Partial<ChangePeriod> {
  readonly status?: RefundStatus | undefined;
  readonly origin?: string | undefined;
  readonly since: Date | null;
  readonly before: Date | null;
  /** The reference of a transaction or of its order. */
  readonly reference?: string | undefined;
}
