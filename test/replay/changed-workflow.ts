import { upsertSearchAttributes } from '@temporalio/workflow';
import { checkoutWorkflow as ours } from '../../workflows/payments/checkout.workflow.js';
import {
  type CheckoutResult,
  type CheckoutInput,
  searchAttributes,
} from '../../workflows/messages.js';

/** Kept to show that the replay test finds a change: it does something first of which no history knows. */
export function checkoutWorkflow(input: CheckoutInput): Promise<CheckoutResult> {
  upsertSearchAttributes([{ key: searchAttributes.checkoutPhase, value: 'NEW' }]);
  return ours(input);
}
