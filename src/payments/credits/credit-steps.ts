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
