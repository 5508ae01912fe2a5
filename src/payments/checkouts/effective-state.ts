import { isTerminal, nextStatus, type CheckoutStatus } from '../../domain/checkout-state.js';
import type { Checkout, VirtualAccount } from './checkout.js';
import { payingCredit } from './checkout-money.js';

/** A payer may pay before the merchant asks for the access code, so the code outlives the payment. */
const codeOutlivesPaymentMs = 24 * 60 * 60_000;

/** A checkout's state by the clock, whether or not the timers have stored it yet. */
export interface EffectiveState {
  readonly status: CheckoutStatus;
  readonly statusReason: string | null;
  /** Newest first, each with its status by the clock. */
  readonly accounts: readonly VirtualAccount[];
  /** Whether nothing more will happen to the order. */
  readonly ended: boolean;
  /** The time at which time alone will change this state; undefined when time will not. */
  readonly changesAt: Date | undefined;
  /**
   * The time until which the access code is valid; undefined when the code is not valid, and when a payment is still
   * booked after the session: then the code outlives the booking.
   */
  readonly codeEndsAt: Date | undefined;
}

/**
 * Returns the state by the clock. A timer may fire late, but nobody is told that an account is open when its time is
 * over.
 */
export function effectiveState(checkout: Checkout): EffectiveState {
  const { now, expiresAt, policies } = checkout;
  const accounts = checkout.accounts.map((account) => withWindow(account, now));
  const lapsed = checkout.accounts.some((account, i) => account.status !== accounts[i]?.status);
  let status = checkout.status;
  if (lapsed) {
    const event = policies.onAccountExpiry === 'EXPIRE' ? 'WINDOW_ENDED_FINAL' : 'WINDOW_ENDED';
    status = nextStatus(status, event) ?? status;
  }
  if (now >= expiresAt) status = nextStatus(status, 'SESSION_ENDED') ?? status;
  const statusReason =
    status === checkout.status ? checkout.statusReason : reasonToExpire(checkout, status);
  const ended = isTerminal(status);
  return {
    status,
    statusReason,
    accounts,
    ended,
    changesAt: ended ? undefined : nextEnd(),
    codeEndsAt: ended ? codeEndAfterPayment(checkout) : sessionEnd(),
  };

  /** Returns undefined while a payment is booked after the session: the payment decides then in place of the clock. */
  function sessionEnd(): Date | undefined {
    return expiresAt > now ? expiresAt : undefined;
  }

  function nextEnd(): Date | undefined {
    const open = accounts.find((account) => account.status === 'ACTIVE');
    return open === undefined || open.expiresAt > expiresAt ? sessionEnd() : open.expiresAt;
  }
}

function withWindow(account: VirtualAccount, now: Date): VirtualAccount {
  const over = account.status === 'ACTIVE' && now >= account.expiresAt;
  return over ? { ...account, status: 'EXPIRED' } : account;
}

function codeEndAfterPayment(checkout: Checkout): Date | undefined {
  const bookedAt = payingCredit(checkout)?.appliedAt;
  if (bookedAt === undefined || bookedAt === null) return undefined;
  const end = new Date(bookedAt.getTime() + codeOutlivesPaymentMs);
  return end > checkout.now ? end : undefined;
}

/** Returns the reason that `unpaid_reason` of the database will give when the timer fires. */
function reasonToExpire(checkout: Checkout, status: CheckoutStatus): string | null {
  if (status !== 'EXPIRED') return checkout.statusReason;
  if (checkout.appliedMinor > 0n) return 'UNDERPAID';
  return checkout.accounts.length > 0 ? 'UNPAID' : 'ABANDONED';
}
