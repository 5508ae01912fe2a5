/** The check that a merchant wants before one of its people refunds more than an amount. */
export const refundAsks = ['NOTHING', 'FRESH', 'TWO'] as const;
export type RefundAsks = (typeof refundAsks)[number];

export interface RefundRule {
  readonly overMinor: bigint;
  readonly asks: RefundAsks;
}

/** The rule that holds, and the one that follows when a rule of two was made weaker. */
export interface RefundRules {
  /** Null: none was ever set. */
  readonly now: RefundRule | null;
  readonly next: (RefundRule & { readonly from: Date }) | null;
}

/** A refund that one person wishes and another one confirms. */
export interface RefundProposal {
  readonly proposalId: string;
  readonly transactionReference: string;
  readonly paymentReference: string | null;
  readonly amountMinor: bigint;
  readonly reason: string;
  readonly personId: string;
  readonly person: string;
  readonly createdAt: Date;
  readonly status: 'PROPOSED' | 'DONE' | 'WITHDRAWN';
}

export type NewRefundProposal = Omit<
  RefundProposal,
  'personId' | 'person' | 'createdAt' | 'status'
>;
