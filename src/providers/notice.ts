import type { Currency } from '../domain/currency.js';
/** A message that a provider sends unasked: a credit, the outcome of a transfer, or something that is none of our business. */

/** A notice as it came. */
export interface RawNotice {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  /**
   * The last part of the path, for a provider that has an address for each kind of notice; null: it has one address for
   * all.
   */
  readonly part: string | null;
}

/** A credit in our terms. Whatever the provider did not tell is null. */
export interface CreditNotice {
  /** The provider's own key of a credit: a repeated key is the same credit. */
  readonly key: string;
  /** Null: the provider has none. The credit is then kept under its key. */
  readonly sessionId: string | null;
  readonly accountNumber: string;
  readonly amountMinor: bigint;
  readonly currency: Currency;
  readonly source: {
    readonly accountNumber: string | null;
    readonly accountName: string | null;
    readonly bankCode: string | null;
    readonly bankName: string | null;
  };
  readonly narration: string | null;
  /** The time at which the payer sent it, by the provider's own word. */
  readonly sentAt: Date | null;
  /** The provider's own fee, and the amount that it pays on. */
  readonly feeMinor: bigint | null;
  readonly vatMinor: bigint | null;
  readonly settledMinor: bigint | null;
  /** The ids of ISO 20022, the scheme that is to follow NIP. */
  readonly endToEndId: string | null;
  readonly uetr: string | null;
}

export type NoticeRead =
  | { readonly kind: 'CREDIT'; readonly credit: CreditNotice }
  /** The notice does not concern us. Its receipt is acknowledged, and nothing is stored. */
  | { readonly kind: 'NOT_OURS' }
  /** Its text is kept, and shown to operators. `why` names fields, never their values. */
  | { readonly kind: 'UNREADABLE'; readonly why: string };

/**
 * The outcome of a notice. NOT_CONFIRMED: the provider, asked, does not know the credit (yet), or describes another.
 * FAILED: we could not take it now.
 */
export type NoticeOutcome =
  | 'BOOKED'
  | 'DUPLICATE'
  | 'NOT_OURS'
  | 'NOT_GENUINE'
  | 'UNREADABLE'
  | 'NOT_CONFIRMED'
  | 'FAILED';

/** An answer in the provider's own words. */
export interface NoticeAnswer {
  readonly status: number;
  readonly body: object | string;
}

export interface NoticeReader {
  /** Whether the provider signed it, by any of the keys that hold now. */
  isGenuine(notice: RawNotice): boolean;
  /** Never throws. */
  read(notice: RawNotice): NoticeRead;
  answer(outcome: NoticeOutcome, notice: RawNotice): NoticeAnswer;
}

/**
 * SAME: the provider knows the credit's key, account and amount as the notice has them; `credit` is the provider's own
 * answer, and the rest of it may differ. OTHER: it knows the credit otherwise. ABSENT: it knows none. UNKNOWN: it gave no
 * answer, or one that says nothing of the credit: its code, or the failure in place of one, as of every call of a rail.
 */
export type CreditConfirmation =
  | { readonly outcome: 'SAME' | 'OTHER'; readonly credit: CreditNotice }
  | { readonly outcome: 'ABSENT' }
  | { readonly outcome: 'UNKNOWN'; readonly code: string | null; readonly failure: string | null };
