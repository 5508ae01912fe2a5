export { checkoutWorkflow } from '../../workflows/checkout.workflow.js';

/** Never gives its thread back. */
export async function stuckWorkflow(): Promise<void> {
  for (;;);
}
