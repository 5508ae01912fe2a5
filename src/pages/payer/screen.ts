import { accountChannel, isCharged } from '../../domain/channels.js';
import type { CardDetails } from '../../domain/card-rail.port.js';
import { isOpenAttempt } from '../../domain/card-attempt-state.js';
import { declineOf } from '../../domain/card-code.js';
import { isPaid } from '../../domain/checkout-state.js';
import type { CardAttemptView, Checkout } from '../../payments/checkouts/checkout.js';
import {
  offeredMinor,
  outstandingOf,
  payingCredit,
} from '../../payments/checkouts/checkout-money.js';
import { effectiveState, type EffectiveState } from '../../payments/checkouts/effective-state.js';

/** The reason why the payer has to choose again. */
export type Decline = 'FUNDS' | 'EXPIRED_CARD' | 'PIN' | 'OTHER' | 'NOT_CONFIRMED';

/** The screen that the payer sees. It depends only on the state of the checkout. */
export type Screen =
  | {
      readonly kind: 'choose';
      readonly dueMinor: bigint;
      readonly receivedMinor: bigint;
      readonly byTransfer: boolean;
      /** The amount that a card is charged; null: the checkout cannot be paid by card now. */
      readonly cardMinor: bigint | null;
      /** The number of an account whose time is over; null: there is none. */
      readonly endedAccount: string | null;
      readonly decline: Decline | null;
    }
  | {
      readonly kind: 'transfer';
      readonly dueMinor: bigint;
      readonly receivedMinor: bigint;
      readonly expectedMinor: bigint;
      readonly bankName: string;
      readonly accountNumber: string;
      readonly accountName: string;
      readonly startedAt: Date;
      readonly endsAt: Date;
      readonly cardMinor: bigint | null;
    }
  | { readonly kind: 'booking' }
  | {
      readonly kind: 'card';
      readonly step: 'CHARGING' | '3DS' | 'OTP' | 'UNKNOWN';
      readonly actionUrl: string | null;
      readonly card: CardDetails | null;
    }
  | {
      readonly kind: 'paid';
      readonly acceptedMinor: bigint;
      readonly paidAt: Date;
      readonly byCard: boolean;
      readonly transactionReference: string;
      /** The session id of the transfer, which the payer's bank asks for when something is wrong. */
      readonly sessionId: string;
      readonly later: 'REFUNDED' | 'PARTIALLY_REFUNDED' | 'REVERSED' | null;
      readonly refundedMinor: bigint;
      /** Whether no part of the payment is left with the merchant. */
      readonly isGone: boolean;
    }
  | {
      readonly kind: 'ended';
      readonly why: 'EXPIRED' | 'FAILED' | 'CANCELLED';
      readonly endedAccount: string | null;
    };

export type ScreenOf<Kind extends Screen['kind']> = Extract<Screen, { kind: Kind }>;

/**
 * Returns the screen for the checkout's state at the time at which it was read. Deadlines that have passed count, even
 * if their timers have not fired yet.
 */
export function screenOf(checkout: Checkout): Screen {
  const state = effectiveState(checkout);
  const { status } = state;
  if (isPaid(status)) return paid(checkout);
  if (state.ended) {
    const why = status === 'CANCELLED' || status === 'FAILED' ? status : 'EXPIRED';
    return { kind: 'ended', why, endedAccount: state.accounts[0]?.accountNumber ?? null };
  }
  const attempt = checkout.cardAttempts.find((each) => isOpenAttempt(each.status));
  if (attempt !== undefined) return charging(attempt);
  if (status === 'PROCESSING') return { kind: 'booking' };
  return transfer(checkout, state) ?? choose(checkout, state);
}

function paid(checkout: Checkout): Screen {
  const paying = payingCredit(checkout);
  const { status } = checkout;
  return {
    kind: 'paid',
    acceptedMinor: checkout.acceptedMinor,
    paidAt: paying?.sentAt ?? paying?.receivedAt ?? checkout.updatedAt,
    byCard: paying !== undefined && isCharged(paying.channel),
    transactionReference: paying?.creditId ?? '',
    sessionId: paying?.sessionId ?? '',
    later:
      status === 'REFUNDED' || status === 'PARTIALLY_REFUNDED' || status === 'REVERSED'
        ? status
        : null,
    refundedMinor: checkout.refundedMinor,
    isGone: checkout.refundedMinor + checkout.takenBackMinor >= checkout.acceptedMinor,
  };
}

function charging({ status, action, card }: CardAttemptView): Screen {
  if (status === 'UNKNOWN') return { kind: 'card', step: 'UNKNOWN', actionUrl: null, card };
  const needsPayer = status === 'REQUIRES_ACTION' && action !== null;
  return needsPayer
    ? { kind: 'card', step: action.type, actionUrl: action.url, card }
    : { kind: 'card', step: 'CHARGING', actionUrl: null, card };
}

function transfer(checkout: Checkout, { accounts }: EffectiveState): Screen | undefined {
  const account = accounts.find(({ status }) => status === 'ACTIVE');
  if (account === undefined) return undefined;
  return {
    kind: 'transfer',
    dueMinor: outstandingOf(checkout),
    receivedMinor: checkout.appliedMinor,
    expectedMinor: checkout.expectedMinor,
    bankName: account.bankName,
    accountNumber: account.accountNumber,
    accountName: account.accountName,
    startedAt: account.createdAt,
    endsAt: account.expiresAt,
    cardMinor: cardAmount(checkout),
  };
}

function choose(checkout: Checkout, { accounts }: EffectiveState): Screen {
  const last = checkout.cardAttempts.at(-1);
  return {
    kind: 'choose',
    dueMinor: outstandingOf(checkout),
    receivedMinor: checkout.appliedMinor,
    byTransfer: checkout.channels.includes(accountChannel),
    cardMinor: cardAmount(checkout),
    endedAccount: accounts[0]?.accountNumber ?? null,
    decline: last === undefined ? null : declineIn(last),
  };
}

/** A card is always charged the whole amount, so it cannot be used once a part was paid. */
function cardAmount(checkout: Checkout): bigint | null {
  const channel = checkout.channels.find(isCharged);
  if (channel === undefined || checkout.appliedMinor > 0n) return null;
  return offeredMinor(checkout, channel);
}

const declines: Readonly<Partial<Record<string, Decline>>> = {
  INSUFFICIENT_FUNDS: 'FUNDS',
  CARD_EXPIRED: 'EXPIRED_CARD',
  CARD_PIN_OR_OTP_INVALID: 'PIN',
};

function declineIn({ status, responseCode }: CardAttemptView): Decline | null {
  if (status === 'EXPIRED') return 'NOT_CONFIRMED';
  if (status !== 'FAILED') return null;
  return declines[declineOf(responseCode)?.reason ?? ''] ?? 'OTHER';
}
