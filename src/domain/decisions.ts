import type { CaseKind } from './case-kind.js';

/**
 * The decisions that operators take about cases. Each name is durable and public, because workflows, rows and the
 * operators' API contain it. A new decision needs words (case-decisions.ts) and perhaps a second operator (four-eyes.ts).
 */

/** Decisions about a checkout's step that has stopped. */
export const stepDecisions = ['retry', 'cancel'] as const;

/** Decisions about a checkout that is paid in part while no account takes the rest. */
export const partDecisions = ['accept', 'cancel', 'wait'] as const;
export type PartDecision = (typeof partDecisions)[number];

export type CheckoutDecision = (typeof stepDecisions)[number] | PartDecision;

/** Decisions about a held credit. `retry` asks the policy again, after a step that failed. */
export const creditChoices = ['accept', 'return', 'keep', 'retry'] as const;
export type CreditChoice = (typeof creditChoices)[number];

/** What the bank has answered by another way (by telephone) about a sending of unknown outcome. */
export const searchDecisions = ['sent', 'not_sent'] as const;

/**
 * Decisions about a sending that waits for a code of the bank. `enter_code`: two operators have typed and confirmed the
 * code, which lies sealed in PostgreSQL.
 */
export const codeDecisions = ['enter_code', ...searchDecisions] as const;
export type SearchDecision = (typeof codeDecisions)[number];

export const refundDecisions = ['retry', 'keep'] as const;
export type RefundDecision = (typeof refundDecisions)[number];

/**
 * `release` sends a held settlement after all. `cancel` returns the unsent part to the merchant's balance. `retry` takes a
 * step up again.
 */
export const payoutDecisions = ['release', 'cancel', 'retry'] as const;
export type PayoutDecision = (typeof payoutDecisions)[number];

export const disputeAnswerDecisions = ['retry'] as const;
export type DisputeAnswerDecision = (typeof disputeAnswerDecisions)[number];

export const settlementDecisions = ['retry'] as const;
export type SettlementDecision = (typeof settlementDecisions)[number];

/** Decisions about findings, besides declaring all of them resolved. */
export const findingActs = ['adjust', 'replay'] as const;
export type FindingAct = (typeof findingActs)[number];

/** The decisions that a case of each kind can ask for. The desk carries out `redirect` itself. */
export const decisionsOf = {
  CHECKOUT: [...stepDecisions, ...partDecisions],
  CREDIT: creditChoices,
  REFUND: [...refundDecisions, ...codeDecisions, 'redirect'],
  PAYOUT: [...payoutDecisions, ...codeDecisions],
  CHARGE: ['resolved'],
  DISPUTE: disputeAnswerDecisions,
  SETTLEMENT: settlementDecisions,
  FINDING: ['resolved', 'adjust'],
  ENDPOINT: ['resolved', 'replay'],
  PREFIX: ['resolved'],
} as const satisfies Readonly<Record<CaseKind, readonly string[]>>;

export type DecisionAbout<Kind extends CaseKind> = (typeof decisionsOf)[Kind][number];
export type Decision = DecisionAbout<CaseKind>;
