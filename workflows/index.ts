/** The registered workflow types, by name: a durable public API. */
export { booksProofWorkflow } from './upkeep/books-proof.workflow.js';
export { checkoutWorkflow } from './payments/checkout.workflow.js';
export { courierWorkflow } from './notify/courier.workflow.js';
export { creditWorkflow } from './payments/credit.workflow.js';
export { disputeAnswerWorkflow } from './payments/dispute-answer.workflow.js';
export { findingWorkflow } from './upkeep/finding.workflow.js';
export { reconciliationWorkflow } from './upkeep/reconciliation.workflow.js';
export { refundWorkflow } from './payouts/refund.workflow.js';
export { sweepWorkflow } from './upkeep/sweep.workflow.js';
export { webhookDeliveryWorkflow } from './notify/webhook-delivery.workflow.js';
export { payoutWorkflow } from './payouts/payout.workflow.js';
export { settlementSliceWorkflow } from './payouts/settlement-slice.workflow.js';
export { settlementWorkflow } from './payouts/settlement.workflow.js';
export { webhookReplayWorkflow } from './notify/webhook-replay.workflow.js';
