import type { Currency } from '../../domain/currency.js';
import type { CreditOutcome } from '../checkouts/checkout.js';
import type { Fact } from '../../platform/temporal/fact.js';
import type { Id } from '../../domain/ids.js';

export interface CreditSource {
  readonly accountNumber: string | null;
  readonly accountName: string | null;
  readonly bankCode: string | null;
  readonly bankName: string | null;
}

/** A transfer as a bank's hook reported it. */
export interface NewCredit {
  /** `txn_` + ULID, used if this session id is new. */
  readonly creditId: string;
  readonly provider: string;
  /** The whole raw session id. It identifies a transfer, so a transfer that is reported again is not a new credit. */
  readonly sessionId: string;
  readonly accountNumber: string;
  readonly amountMinor: bigint;
  readonly currency: Currency;
  readonly source: CreditSource;
  readonly narration: string | null;
  /** The sender bank's time, when it can be trusted (src/domain/nip-session.ts); else null. */
  readonly sentAt: Date | null;
  /** Left out: the provider reports no further fields. */
  readonly details?: NoticeDetails | null;
}

/** Further fields of a credit that some providers report. */
export interface NoticeDetails {
  /** The provider's own key that identifies the credit; null: its session id does. */
  readonly key: string | null;
  readonly feeMinor: bigint | null;
  readonly vatMinor: bigint | null;
  readonly settledMinor: bigint | null;
  readonly schemeIds: { readonly endToEndId: string | null; readonly uetr: string | null } | null;
}

export interface ReceivedCredit {
  /** The id of the stored row; for a duplicate notification, of the first row. */
  readonly creditId: string;
  readonly duplicateNotification: boolean;
  /** Null while the workflow has not posted the credit yet. */
  readonly outcome: CreditOutcome | null;
  readonly checkoutId: Id<'chk'> | null;
  /**
   * CREDIT_RECEIVED or CREDIT_HELD; null when the credit is known already, or when it was posted here and nothing
   * remains to be done.
   */
  readonly fact: Fact | null;
}

export interface NameEnquiry {
  readonly accountName: string;
  /** For a static account, amount and time are both null. */
  readonly expectedMinor: bigint | null;
  readonly expiresAt: Date | null;
}
