import type {
  CancelReason,
  CardStarted,
  CardStepDone,
  CardVerdict,
} from '../../activities/payments/contract.js';
import { type CheckoutStatus, isTerminal } from '../../src/domain/checkout-state.js';
import type { Step, StepAnswer } from './checkout-steps.js';
import type { AccountIssued } from '../messages.js';
import type { Id } from '../../src/domain/ids.js';

/** The things that happen to a checkout, in the order in which it deals with them. */
export type Happening =
  | { readonly kind: 'accountIssued'; readonly fact: AccountIssued }
  | { readonly kind: 'creditReceived'; readonly creditId: string; readonly status?: CheckoutStatus }
  | { readonly kind: 'windowEnded'; readonly virtualAccountId: Id<'va'>; readonly endsAt: string }
  | { readonly kind: 'sessionEnded'; readonly endsAt: string }
  | { readonly kind: 'cancelled'; readonly reason: CancelReason }
  | { readonly kind: 'partAccepted' }
  | CardHappening;

export type CardHappening =
  | ({ readonly kind: 'cardAttempted' } & OfCharge<CardStarted>)
  | ({
      readonly kind: 'cardAnswered';
      readonly verdict: CardVerdict;
      readonly isFinal: boolean;
    } & OfCharge<CardStepDone>);

/** The charge of a card, which gets the result of its step by `tell`. */
interface OfCharge<Done extends CardStepDone> {
  readonly attemptId: string;
  readonly tell: (done: Done) => void;
}

/** The happenings that ask for a step on the database. */
export type StepAsked = Exclude<Happening, { kind: 'accountIssued' }>;

/** A happening that may bring money: a transfer, or the acquirer's answer about a card. */
export type Received = Extract<Happening, { kind: 'creditReceived' | 'cardAnswered' }>;

/** A happening that comes by itself at its time. */
export interface End {
  readonly at: string;
  readonly summary: string;
  readonly happening: Happening;
}

/**
 * Tells whether a happening is money, or a charge that may become money. Such a happening is booked whatever else
 * happens.
 */
export function isMoney({ kind }: Happening): boolean {
  return kind === 'creditReceived' || kind === 'cardAttempted' || kind === 'cardAnswered';
}

export function isReceived(happening: Happening): happening is Received {
  return happening.kind === 'creditReceived' || happening.kind === 'cardAnswered';
}

export function stepOf(received: Received): Step {
  if (received.kind === 'creditReceived') {
    return { name: 'applyCredit', creditId: received.creditId };
  }
  const { attemptId, verdict, isFinal } = received;
  return { name: 'recordCardAnswer', attemptId, verdict, isFinal };
}

/** Gives a charge the result of its step, with which it goes on. */
export function tellCharge(happening: CardHappening, done: CardStepDone | CardStarted): void {
  if (happening.kind === 'cardAnswered') happening.tell(done);
  else if ('railQueue' in done) happening.tell(done);
}

/**
 * Tells whether a step has reached its purpose. A step that is meant to end the checkout must end it, unless money is
 * on its way into the books; else the checkout would wait for ever.
 */
export function isConclusive({ kind }: Happening, { status, openUntil }: StepAnswer): boolean {
  const ends = kind === 'sessionEnded' || kind === 'cancelled';
  return !ends || isTerminal(status) || status === 'PROCESSING' || openUntil !== undefined;
}

/**
 * Tells whether a fact is older than the known one. Facts of one account may overtake each other; the later ones have
 * the higher ids.
 */
export function isOlder(incoming: AccountIssued, known: AccountIssued | undefined): boolean {
  if (incoming.virtualAccountId !== known?.virtualAccountId) return false;
  return Number(incoming.factId) < Number(known.factId);
}

/** The workflow's clock, but never before the deadline that woke it: timers may fire a moment early. */
export function notBefore(deadline: string): string {
  return new Date(Math.max(Date.parse(deadline), Date.now())).toISOString();
}
