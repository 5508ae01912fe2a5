import { once } from 'node:events';
import type { CardDetails, CardRail } from '../../domain/card-rail.port.js';
import { cardCodeMeaning, declineOf } from '../../domain/card-code.js';
import { isPaid, isTerminal } from '../../domain/checkout-state.js';
import { isOpenAttempt } from '../../domain/card-attempt-state.js';
import type { CardAttemptOutcome, NewCardAttempt } from './card-attempts.js';
import type { PgCardAttempts } from './card-attempt.store.js';
import type { CardAttemptView, Checkout } from '../checkouts/checkout.js';
import type { Fact } from '../../platform/temporal/fact.js';
import type { Reason } from '../../domain/result-code.js';
import { ApiError } from '../../http/api-error.js';
import { confirmableAmounts, offeredMinor } from '../checkouts/checkout-money.js';
import type { CheckoutWatch } from '../checkouts/checkout-watch.js';
import { completedView, pending, refuseAmount, refuseChannel } from '../checkouts/completion.js';
import { CompletedCheckout, CompleteRequest } from '../checkouts/complete.dto.js';
import { AttemptView } from '../checkouts/query.dto.js';
import type { PaymentChannel } from '../checkouts/payment-channels.js';
import { toJsonAmount } from '../../domain/money.js';
import { effectiveState } from '../checkouts/effective-state.js';

/** Acquirers usually answer within seconds. */
const defaultWaitMs = 15_000;
/** The longest that the payer waits for the name of the card; the page works without it. */
const describeMs = 1_500;
const tokenPattern = /^card_[A-Za-z0-9_-]{1,100}$/;

type Refusal = Exclude<CardAttemptOutcome, 'BEGUN' | 'OPEN' | 'ALREADY_PAID'>;

export interface CardChannelPorts {
  readonly attempts: Pick<PgCardAttempts, 'begin' | 'giveUp'>;
  readonly facts: { send(fact: Fact): void };
  readonly watch: CheckoutWatch;
  /** Returns the address that the payer of an API charge returns to after a confirmation. */
  returnOf(checkoutId: string): string;
  /** Describes a card, if the acquirer can. */
  readonly rail: Pick<CardRail, 'describe'> | undefined;
  /** The acquirer that new charges go to; undefined when there is none. */
  readonly provider: string | undefined;
}

/**
 * Pays a checkout by card. The attempt is committed before anyone is notified of it. The answer is the state in the
 * database once the workflow has charged the card, or once the caller has waited long enough.
 */
export class CardChannel implements PaymentChannel {
  readonly name = 'Card';

  constructor(private readonly ports: CardChannelPorts) {}

  /** @throws ApiError for the first check that fails, for a decline, or for a charge that is still under way. */
  async complete(
    found: Checkout,
    request: CompleteRequest,
    waitMs: number = defaultWaitMs,
    returnUrl: string = this.ports.returnOf(found.checkoutId),
  ): Promise<CompletedCheckout> {
    refuseState(found);
    refuseChannel(found, request.paymentChannel);
    const { provider, watch } = this.ports;
    const dueMinor = offeredMinor(found, this.name);
    if (provider === undefined || dueMinor === null) {
      throw new ApiError('CHANNEL_NOT_ENABLED');
    }
    refuseToken(request.account);
    if (isPaid(found.status)) {
      refuseAmount(request.amount, confirmableAmounts(found, dueMinor));
      return completedView(found, null);
    }
    // A card is charged the amount due, so the request may name no other amount.
    refuseAmount(request.amount, [dueMinor]);
    const { outcome, attemptId, isNew } = await this.#begin(found, {
      token: request.account,
      provider,
      returnUrl,
      amountMinor: dueMinor,
    });
    if (outcome === 'ALREADY_PAID') return completedView(await watch.until(found, isDone, 1), null);
    const checkout = await watch.until(
      found,
      (current) => isAnswered(current, attemptId, isNew),
      Math.max(1, waitMs),
    );
    return answerOf(checkout, attemptId);
  }

  async #begin(
    { merchantId, paymentReference }: Checkout,
    asked: Pick<NewCardAttempt, 'token' | 'provider' | 'returnUrl' | 'amountMinor'>,
  ) {
    const begun = await this.ports.attempts.begin({ merchantId, paymentReference, ...asked });
    if (begun.fact !== null) this.ports.facts.send(begun.fact);
    const { outcome, attemptId } = begun;
    if (outcome !== 'ALREADY_PAID' && attemptId === null) throw new ApiError(outcome as Refusal);
    return { outcome, attemptId: attemptId ?? '', isNew: outcome === 'BEGUN' };
  }

  /** Frees a checkout whose payer does not confirm the card on the page of the card's bank. */
  giveUp({ checkoutId }: Checkout): Promise<void> {
    return this.ports.attempts.giveUp(checkoutId);
  }

  /** Returns the scheme and the last digits of a card that the payer has chosen; null when the acquirer does not say. */
  async describe(token: string): Promise<CardDetails | null> {
    const asked = this.ports.rail?.describe?.(token);
    if (asked === undefined) return null;
    const tooLate = AbortSignal.timeout(describeMs);
    const late = once(tooLate, 'abort').then(() => null);
    return Promise.race([asked.catch(() => null), late]);
  }

  attempts({ cardAttempts }: Checkout): readonly AttemptView[] {
    return cardAttempts.map((attempt) => ({
      paymentChannel: this.name,
      status: attempt.status,
      accountNumber: null,
      card: attempt.card && { ...attempt.card },
      action: attempt.action && { ...attempt.action },
      responseCode: attempt.responseCode,
      amount: toJsonAmount(attempt.amountMinor),
      createdAt: attempt.createdAt.toISOString(),
      expiresAt: null,
    }));
  }
}

/** Refuses the states in which no card can be charged. The database decides again under the row's lock. */
function refuseState(checkout: Checkout): void {
  const { status } = effectiveState(checkout);
  const isCharging = checkout.cardAttempts.some((attempt) => isOpenAttempt(attempt.status));
  const refusals: Partial<Record<Checkout['status'], Reason>> = {
    FAILED: 'CHECKOUT_FAILED',
    EXPIRED: 'CHECKOUT_EXPIRED',
    CANCELLED: 'CHECKOUT_CANCELLED',
    // No card is charged after a part payment, because a card would be charged for the whole amount.
    PARTIALLY_PAID: isCharging ? 'ATTEMPT_IN_PROGRESS' : 'CHECKOUT_NOT_OPEN',
    // Without a charge under way, PROCESSING means that a transfer is being booked.
    ...(isCharging ? {} : { PROCESSING: 'ATTEMPT_IN_PROGRESS' }),
  };
  const reason = refusals[status];
  if (reason !== undefined) throw new ApiError(reason);
}

function refuseToken(account: string): void {
  if (tokenPattern.test(account)) return;
  const message = 'account must be a card token, such as card_approved';
  throw new ApiError('CARD_TOKEN_INVALID', {
    message: `${message}.`,
    errors: [{ field: 'account', rule: 'pattern', message }],
  });
}

function isDone({ status }: Checkout): boolean {
  return isTerminal(status);
}

/**
 * A new charge is answered as soon as the acquirer has given its first answer. A charge that was asked for before is
 * answered once its outcome is known, or once the payer must act.
 */
function isAnswered(checkout: Checkout, attemptId: string, isNew: boolean): boolean {
  const status = attemptOf(checkout, attemptId)?.status;
  if (status === undefined || isDone(checkout)) return isDone(checkout);
  if (isNew) return status !== 'PENDING' && status !== 'PROCESSING';
  return !isOpenAttempt(status) || status === 'REQUIRES_ACTION';
}

function attemptOf({ cardAttempts }: Checkout, id: string): CardAttemptView | undefined {
  return cardAttempts.find(({ attemptId }) => attemptId === id);
}

/** @throws ApiError unless the checkout is paid. */
function answerOf(checkout: Checkout, attemptId: string): CompletedCheckout {
  if (isPaid(checkout.status)) return completedView(checkout, null);
  const attempt = attemptOf(checkout, attemptId);
  switch (attempt?.status) {
    case 'FAILED':
    case 'EXPIRED':
    case 'CANCELLED':
      throw declined(checkout, attempt);
    case 'REQUIRES_ACTION':
      throw pending(checkout, 'The customer has to confirm the payment', {
        reason: 'ACTION_REQUIRED',
        action: attempt.action,
      });
    case 'UNKNOWN':
      throw pending(checkout, 'It is not known yet whether the card was charged', {
        reason: 'OUTCOME_UNKNOWN',
      });
    case 'PENDING':
    case 'PROCESSING':
    case 'SUCCEEDED':
    case undefined:
      refuseState(checkout);
      throw pending(checkout, 'The card is being charged');
  }
}

function declined(checkout: Checkout, { status, responseCode }: CardAttemptView): ApiError {
  // The attempt was cancelled because the checkout ended, so the reason of that end says more.
  if (status === 'CANCELLED') refuseState(checkout);
  const decline = declineOf(responseCode);
  const reason = decline?.reason ?? 'PAYMENT_DECLINED';
  const isOver = status === 'EXPIRED';
  const meaning = isOver ? 'not confirmed in time' : (decline?.meaning ?? 'not carried out');
  return new ApiError(reason, {
    message: `The card was not charged: ${meaning}.`,
    data: {
      checkoutId: checkout.checkoutId,
      paymentReference: checkout.paymentReference,
      status: effectiveState(checkout).status,
      gatewayResponse: {
        code: responseCode,
        message: isOver ? meaning : cardCodeMeaning(responseCode),
      },
    },
  });
}
