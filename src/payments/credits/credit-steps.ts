import type { CreditChoice } from '../../domain/decisions.js';

/** The decisions that settle a held credit. */
export type CreditDecision = Exclude<CreditChoice, 'retry'>;

/** The resolution of a held credit; HELD: its policy leaves the decision to an operator. */
export type CreditResolution = 'ACCEPTED' | 'RETURNED' | 'KEPT' | 'HELD';
