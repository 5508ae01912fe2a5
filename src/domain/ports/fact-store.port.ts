export type FactKind = 'INITIATED' | 'ACCOUNT_ISSUED' | 'CREDIT_RECEIVED' | 'CANCEL_REQUESTED';

/** Something that happened, committed in PostgreSQL, which the checkout's workflow must be told. Ids and times only. */
export interface Fact {
  readonly factId: string;
  readonly kind: FactKind;
  /** The virtual account or credit it speaks of; null for INITIATED and CANCEL_REQUESTED. */
  readonly subjectId: string | null;
  /** ACCOUNT_ISSUED: when the window ends. */
  readonly deadline: Date | null;
  /** What starts the workflow, so that any fact can start one that is missing. */
  readonly checkout: {
    readonly checkoutId: string;
    readonly merchantId: string;
    readonly paymentReference: string;
    readonly amountMinor: bigint;
    readonly currency: string;
    readonly expiresAt: Date;
  };
}

/** The inbox of facts. */
export interface FactStore {
  /** Facts that are due and not applied; claiming one puts its next sending off (3 s doubling to 5 min). */
  claimDue(limit: number): Promise<readonly Fact[]>;
  /**
   * Temporal has these: they are next due only when the workflow should long have acted
   * (INITIATED: a minute after the session deadline; ACCOUNT_ISSUED: a minute after the window's).
   */
  markSent(factIds: readonly string[]): Promise<void>;
  /** There is nothing left to tell: the workflow has closed. */
  markApplied(factIds: readonly string[]): Promise<void>;
}
