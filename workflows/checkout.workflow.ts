import type { CheckoutInput } from './messages.js';
export async function checkoutWorkflow(input: CheckoutInput): Promise<{ status: string }> {
  return { status: input.checkoutId };
}
