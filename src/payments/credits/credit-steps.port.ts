/** The decisions that an operator can take about a held credit. */
export const creditDecisions = ['accept', 'return', 'keep'] as const;
export type CreditDecision = (typeof creditDecisions)[number];

/** The resolution of a held credit; HELD: its policy leaves the decision to an operator. */
export type CreditResolution = 'ACCEPTED' | 'RETURNED' | 'KEPT' | 'HELD';

export interface HeldCredit {
  readonly creditId: string;
  readonly outcome: 'LATE' | 'DUPLICATE' | 'UNMATCHED';
  readonly resolution: CreditResolution;
  readonly amountMinor: bigint;
  /** Undecided credits that nobody owns are sent back then; null when they wait for ever. */
  readonly returnAt: Date | null;
  /** False: the number belongs to no merchant, so nobody can accept the money. */
  readonly hasMerchant: boolean;
  /** True: the credit is held, and its order was called off. `accept` leaves it held. */
  readonly isCalledOff: boolean;
}

/** Held credits on PostgreSQL. Each call is one transaction and may be made again. */
export interface CreditSteps {
  /**
   * Applies the checkout's policy, or the decision of an operator: posts, changes the checkout, requests the refund,
   * tells the merchant. A credit that is resolved already is answered as it stands; `keep` leaves it in suspense for good.
   */
  resolve(
    creditId: string,
    decision: { by: 'POLICY' } | { by: 'OPERATOR' | 'CLOCK'; decision: CreditDecision },
  ): Promise<HeldCredit>;
  /**
   * Books a static account's credit, and others of its merchant that wait, without waiting for anybody; false while somebody
   * holds the merchant's account.
   */
  bookStatic(creditId: string): Promise<boolean>;
}
