export { checkoutWorkflow } from '../../../workflows/payments/checkout.workflow.js';

/** Never gives its thread back. */
export async function stuckWorkflow(): Promise<void> {
  for (;;);
}
