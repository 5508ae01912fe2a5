/** The registered workflow types, by name: a durable public API. */
export { booksProofWorkflow } from './books-proof.workflow.js';
export { checkoutWorkflow } from './checkout.workflow.js';
export { creditWorkflow } from './credit.workflow.js';
export { disputeAnswerWorkflow } from './dispute-answer.workflow.js';
export { findingWorkflow } from './finding.workflow.js';
export { reconciliationWorkflow } from './reconciliation.workflow.js';
export { refundWorkflow } from './refund.workflow.js';
export { sweepWorkflow } from './sweep.workflow.js';
export { webhookDeliveryWorkflow } from './webhook-delivery.workflow.js';
export { payoutWorkflow } from './payout.workflow.js';
export { settlementSliceWorkflow } from './settlement-slice.workflow.js';
export { settlementWorkflow } from './settlement.workflow.js';
export { webhookReplayWorkflow } from './webhook-replay.workflow.js';
