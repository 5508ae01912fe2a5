import { createHmac } from 'node:crypto';

/** How a payment ended, as the shop is told when its customer comes back. */
export interface PaymentReturn {
  readonly paymentReference: string;
  readonly status: string;
  readonly at: Date;
}

/**
 * The shop's address with how the payment ended, signed under the merchant's return secret. The shop may show it to its
 * customer; it decides by the webhook or by a query.
 */
export function returnLink(
  redirectUrl: string,
  secret: string,
  { paymentReference, status, at }: PaymentReturn,
): string {
  const url = new URL(redirectUrl);
  const time = `${at.toISOString().slice(0, 19)}Z`;
  const mac = createHmac('sha256', secret).update(`${paymentReference}\n${status}\n${time}`);
  url.searchParams.set('paymentReference', paymentReference);
  url.searchParams.set('status', status);
  url.searchParams.set('time', time);
  url.searchParams.set('signature', mac.digest('base64url'));
  return url.href;
}
