import type { Call } from './call.ts';
import { ManillaError } from './manilla-error.ts';
import type { Reply, Schemas } from './operations.ts';

export interface WaitOptions {
  /** How long in all; five minutes unless told. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Told each time the order has changed. */
  readonly onChange?: (checkout: Schemas['CheckoutView']) => void;
}

/** In these an order may still be paid; every other status ends the wait, also one that is made later. */
export const openStatuses = [
  'INITIATED',
  'AWAITING_PAYMENT',
  'PROCESSING',
  'PARTIALLY_PAID',
] as const;

/** SUCCESSFUL: give value for `amountAccepted`. FAILED, EXPIRED, CANCELLED: not paid. The rest: paid, and went back. */
export type EndedCheckout = Schemas['CheckoutView'];

/** The longest that the API lets a reply wait. */
const longestWaitSeconds = 25;

/**
 * Asks with `Prefer: wait` and the ETag of what it saw last, so that the answer comes with the change and not before.
 *
 * @throws ManillaError PAYMENT_PENDING when the order is open still after `timeoutMs`; `data` is what was seen last
 */
export async function waitForPayment(
  call: Call,
  paymentReference: string,
  { timeoutMs = 300_000, signal, onChange }: WaitOptions = {},
): Promise<EndedCheckout> {
  const endsAtMs = Date.now() + timeoutMs;
  let etag: string | undefined;
  let seen: Schemas['CheckoutView'] | undefined;
  for (;;) {
    const leftMs = endsAtMs - Date.now();
    if (seen !== undefined && leftMs <= 0) throw stillOpen(seen);
    // The first reply comes at once: there is nothing yet that it could differ from.
    const seconds = Math.min(longestWaitSeconds, Math.max(1, Math.ceil(leftMs / 1_000)));
    const headers: Record<string, string> =
      etag === undefined ? {} : { 'If-None-Match': etag, Prefer: `wait=${seconds}` };
    const options = signal === undefined ? { headers } : { headers, signal };
    const reply = await call('queryCheckout', { path: { paymentReference } }, options);
    if (reply.status === 304) continue;
    etag = reply.headers.get('etag') ?? undefined;
    const { data } = JSON.parse(reply.text) as Reply<'queryCheckout'>;
    seen = data;
    onChange?.(data);
    if (!openStatuses.some((status) => status === data.status)) return data;
  }
}

function stillOpen(seen: Schemas['CheckoutView']): ManillaError {
  return new ManillaError({
    reason: 'PAYMENT_PENDING',
    code: '09',
    httpStatus: 200,
    retryable: true,
    message: `${seen.paymentReference} is still ${seen.status}`,
    data: { ...seen },
  });
}
