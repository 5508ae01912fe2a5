import { createHmac } from 'node:crypto';

/** The ending of a payment, as the shop is told when its customer comes back. */
export interface PaymentReturn {
  readonly paymentReference: string;
  readonly status: string;
  readonly at: Date;
}

/**
 * The shop's address, as it was given, with how the payment ended, signed under the merchant's return secret. The shop may
 * show it to its customer; it decides by the webhook or by a query.
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
  // The rest of the address is never rewritten: a shop may have signed its query, or read it with another decoder than
  // ours.
  const fragmentAt = redirectUrl.indexOf('#');
  const end = fragmentAt === -1 ? redirectUrl.length : fragmentAt;
  const address = redirectUrl.slice(0, end);
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return `${address}${joint}${added}${redirectUrl.slice(end)}`;
}
