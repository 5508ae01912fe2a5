/** The decisions that an operator can take about a held credit. */
export const creditDecisions = ['accept', 'return', 'keep'] as const;
export type CreditDecision = (typeof creditDecisions)[number];

/** The resolution of a held credit; HELD: its policy leaves the decision to an operator. */
export type CreditResolution = 'ACCEPTED' | 'RETURNED' | 'KEPT' | 'HELD';
