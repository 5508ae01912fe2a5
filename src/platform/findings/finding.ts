/** The refund, payout or settlement that a finding concerns. */
export interface FoundAbout {
  readonly purpose: 'REFUND' | 'PAYOUT' | 'SETTLEMENT';
  readonly id: string;
}

/** A difference between our records and the bank's. A difference keeps one row of `finding` however often it is found. */
export interface Found {
  /** MATCHED and CHARGED say that the line is as it should be; every other kind is a difference. */
  readonly kind: string;
  /** The id of the thing that differs: a session, credit, refund, checkout... */
  readonly subject: string;
  /** The engine's action on the difference. ATTENTION: a person must resolve it. */
  readonly action: string;
  /** The refund, payout or settlement that it concerns, if any. */
  readonly about: FoundAbout | null;
  readonly sessionId: string | null;
}

/** The operator who has resolved a finding, with the reason. */
export interface FindingRighted {
  readonly operator: string;
  readonly reason: string;
  /** The second operator of a decision that takes two. */
  readonly partner?: string | undefined;
}
