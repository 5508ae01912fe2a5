/**
 * What the world may say to the workflows, and what operators may search for. Every name here is a durable public API:
 * open workflows and recorded histories hold it.
 */
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import { defineSignal, defineUpdate } from '@temporalio/workflow';

export const taskQueues = { checkout: 'checkout', webhooks: 'webhooks' } as const;

/** Starts a checkout's workflow. Ids, amounts and times only: whatever is personal stays in PostgreSQL. */
export interface CheckoutInput {
  readonly checkoutId: string;
  readonly merchantId: string;
  /** What the payer owes, in minor units. */
  readonly amountMinor: string;
  readonly currency: string;
  /** The session's deadline, ISO 8601. */
  readonly expiresAt: string;
  /** How long a step that cannot succeed is tried before the checkout is parked for an operator. */
  readonly parkAfterMs: number;
}

/** A number was given to the payer and takes money until `endsAt` (ISO 8601). */
export interface AccountIssued {
  readonly factId: string;
  readonly virtualAccountId: string;
  readonly endsAt: string;
}

/** A transfer was recorded and waits to be posted. */
export interface CreditReceived {
  readonly factId: string;
  readonly creditId: string;
}

/** The merchant called the checkout off. */
export interface CancelRequested {
  readonly factId: string;
}

export const accountIssued = defineSignal<[AccountIssued]>('accountIssued');
export const creditReceived = defineSignal<[CreditReceived]>('creditReceived');
export const cancelRequested = defineSignal<[CancelRequested]>('cancelRequested');

export const decisions = ['retry', 'cancel'] as const;

/** What an operator decides about a parked checkout. */
export interface Resolution {
  readonly decision: (typeof decisions)[number];
  /** Who decides, as the operator's own system names them. */
  readonly operator: string;
  /** Why, for those who read the history later. */
  readonly reason: string;
}

/** The step that is taken up again, and how. */
export interface Resolved {
  readonly step: string;
  readonly decision: Resolution['decision'];
}

/** Refused (and not written to the history) unless the checkout is parked and the resolution is complete. */
export const resolve = defineUpdate<Resolved, [Resolution]>('resolve');

/** `OPEN` from the start; `NEEDS_ATTENTION` while the checkout waits for an operator. */
export type CheckoutPhase = 'OPEN' | 'NEEDS_ATTENTION';

export const searchAttributes = {
  merchantId: defineSearchAttributeKey('MerchantId', SearchAttributeType.KEYWORD),
  paymentReference: defineSearchAttributeKey('PaymentReference', SearchAttributeType.KEYWORD),
  checkoutPhase: defineSearchAttributeKey('CheckoutPhase', SearchAttributeType.KEYWORD),
  /** `STEP: FAILURE` of a parked checkout, e.g. `applyCredit: LEDGER_UNAVAILABLE`. */
  attentionReason: defineSearchAttributeKey('AttentionReason', SearchAttributeType.KEYWORD),
  amountMinor: defineSearchAttributeKey('AmountMinor', SearchAttributeType.INT),
  expiresAt: defineSearchAttributeKey('ExpiresAt', SearchAttributeType.DATETIME),
};
