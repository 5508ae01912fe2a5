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
  /** The whole raw session id: the key under which a transfer is known once. */
  readonly sessionId: string;
  readonly accountNumber: string;
  readonly amountMinor: bigint;
  readonly currency: Currency;
  readonly source: CreditSource;
  readonly narration: string | null;
  /** The sender bank's time, when it can be believed (src/domain/nip-session.ts); else null. */
  readonly sentAt: Date | null;
  /** Left out: the provider tells nothing besides. */
  readonly details?: NoticeDetails | null;
}

/** The fields of a credit that a provider reports besides, by its own dialect. */
export interface NoticeDetails {
  /** The key under which the provider knows the credit once; null: its session id. */
  readonly key: string | null;
  readonly feeMinor: bigint | null;
  readonly vatMinor: bigint | null;
  readonly settledMinor: bigint | null;
  readonly schemeIds: { readonly endToEndId: string | null; readonly uetr: string | null } | null;
}

export interface ReceivedCredit {
  /** The id of the row that is now there: the first one's when this is a duplicate notification. */
  readonly creditId: string;
  readonly duplicateNotification: boolean;
  /** Null while the workflow has not posted it yet. */
  readonly outcome: CreditOutcome | null;
  readonly checkoutId: Id<'chk'> | null;
  /** CREDIT_RECEIVED or CREDIT_HELD; null when the credit is known already, or was posted here and nothing remains to be done. */
  readonly fact: Fact | null;
}

export interface NameEnquiry {
  readonly accountName: string;
  /** For a static account, amount and time are both null. */
  readonly expectedMinor: bigint | null;
  readonly expiresAt: Date | null;
}
