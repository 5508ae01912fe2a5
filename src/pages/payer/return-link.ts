import { createHmac } from 'node:crypto';

/** The outcome of a payment, which the shop receives when its customer comes back. */
export interface PaymentReturn {
  readonly paymentReference: string;
  readonly status: string;
  readonly at: Date;
}

/**
 * Returns the shop's address, unchanged, with the outcome of the payment added and signed under the merchant's return
 * secret. The shop may show the outcome to its customer; it must decide by the webhook or by a query.
 */
export function returnLink(
  redirectUrl: string,
  secret: string,
  { paymentReference, status, at }: PaymentReturn,
): string {
  const time = `${at.toISOString().slice(0, 19)}Z`;
  const mac = createHmac('sha256', secret).update(`${paymentReference}\n${status}\n${time}`);
  const signature = mac.digest('base64url');
  const added = new URLSearchParams({ paymentReference, status, time, signature });
  // The rest of the address is never rewritten: a shop may have signed its query, or may decode it in another way than
  // we do.
  const fragmentAt = redirectUrl.indexOf('#');
  const end = fragmentAt === -1 ? redirectUrl.length : fragmentAt;
  const address = redirectUrl.slice(0, end);
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return `${address}${joint}${added}${redirectUrl.slice(end)}`;
}
