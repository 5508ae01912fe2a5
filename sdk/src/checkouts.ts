import { setTimeout as sleep } from 'node:timers/promises';
import { ManillaError, TimeoutError } from './errors.js';
import { CheckoutsResource } from './generated/resources.js';
import type { CheckoutView } from './generated/schema.js';
import type { Result } from './result.js';

export interface WaitForPaymentOptions {
  /** How long in all; until the end of the checkout's session unless told. */
  readonly timeoutMs?: number | undefined;
  /** Gives up: the wait rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the first state that is seen, and with each change. */
  readonly onChange?: ((checkout: Result<CheckoutView>) => void) | undefined;
}

/**
 * The statuses in which a checkout may still be paid. Every other status ends the wait, also one that is added later.
 */
export const openStatuses: readonly string[] = [
  'INITIATED',
  'AWAITING_PAYMENT',
  'PROCESSING',
  'PARTIALLY_PAID',
];

/** The longest that the API lets a reply wait. */
const longestWaitSeconds = 25;
/** The wait after a session's end, for money that was on its way by then. */
const graceMs = 60_000;
/** Beyond the wait that a request asks for. */
const replyMs = 10_000;
const longestPauseMs = 20_000;

export class Checkouts extends CheckoutsResource {
  /**
   * Waits until a checkout can no longer be paid, and returns it. Give value for `amountAccepted` when `status` is
   * `SUCCESSFUL`. The API answers as soon as the checkout changes; failures that may pass do not end the wait.
   *
   * @throws TimeoutError `PAYMENT_PENDING` when the checkout is still open at the end; `data` is its last state
   */
  async waitForPayment(
    paymentReference: string,
    { timeoutMs, signal, onChange }: WaitForPaymentOptions = {},
  ): Promise<Result<CheckoutView>> {
    let endsAtMs = Date.now() + (timeoutMs ?? 0);
    let seen: Result<CheckoutView> | undefined;
    for (let failures = 0; ;) {
      try {
        const next = await this.#next(paymentReference, { seen, endsAtMs, timeoutMs, signal });
        failures = 0;
        if (next !== seen) {
          seen = next;
          if (timeoutMs === undefined) endsAtMs = sessionEndMs(seen) + graceMs;
          onChange?.(seen);
        }
      } catch (error) {
        // A payment may take a day; an outage of minutes is no reason to give it up.
        if (seen === undefined || !mayPass(error)) throw error;
        failures += 1;
        const leftMs = Math.max(0, endsAtMs - Date.now());
        const pause = Math.min(pauseMs(error, failures), leftMs);
        await sleep(pause, undefined, signal === undefined ? {} : { signal }).catch(() =>
          signal?.throwIfAborted(),
        );
      }
      if (!openStatuses.includes(seen.status)) return seen;
      if (Date.now() >= endsAtMs) throw stillOpen(seen);
    }
  }

  /** The checkout once it differs from what was seen; what was seen when nothing has changed for a while. */
  async #next(
    paymentReference: string,
    { seen, endsAtMs, timeoutMs: wholeMs, signal }: Wait,
  ): Promise<Result<CheckoutView>> {
    if (seen === undefined) return this.query(paymentReference, { timeoutMs: wholeMs, signal });
    const leftSeconds = Math.ceil((endsAtMs - Date.now()) / 1_000);
    const waitSeconds = Math.min(longestWaitSeconds, Math.max(1, leftSeconds));
    const timeoutMs = waitSeconds * 1_000 + replyMs;
    const ifNoneMatch = seen.lastResponse.etag ?? '';
    const options = { ifNoneMatch, waitSeconds, timeoutMs, retries: 0, signal };
    const next = await this.query(paymentReference, options);
    return next.isNotModified ? seen : next;
  }
}

interface Wait {
  readonly seen: Result<CheckoutView> | undefined;
  readonly endsAtMs: number;
  /** How long the whole wait may take; undefined when the session's end is the end. */
  readonly timeoutMs: number | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Returns the session's end by this computer's clock, which may differ from the engine's. */
function sessionEndMs({ expiresAt, lastResponse }: Result<CheckoutView>): number {
  const answeredAtMs = Date.parse(lastResponse.headers.get('date') ?? '');
  const aheadMs = Number.isNaN(answeredAtMs) ? 0 : Date.now() - answeredAtMs;
  return Date.parse(expiresAt) + aheadMs;
}

/** Aborting is no ManillaError, and an order that is refused stays refused. */
function mayPass(error: unknown): boolean {
  return error instanceof ManillaError && error.retryable;
}

function pauseMs(error: unknown, failures: number): number {
  const asked = error instanceof ManillaError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
  return Math.max(asked, Math.min(250 * 2 ** failures, longestPauseMs));
}

function stillOpen(seen: Result<CheckoutView>): TimeoutError {
  return new TimeoutError({
    ...{ reason: 'PAYMENT_PENDING', code: '09', httpStatus: 200, retryable: true },
    message: `${seen.paymentReference} is still ${seen.status}`,
    data: { ...seen },
  });
}
