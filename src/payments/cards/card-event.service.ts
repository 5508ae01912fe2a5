import { fromJsonAmount } from '../../domain/money.js';
import { momentOf } from '../../domain/moment.js';
import type { PgCardAttempts } from './card-attempt.store.js';
import type { CardRail } from '../../domain/card-rail.port.js';
import type { FactCheckout } from '../../platform/temporal/fact.js';
import type { PgRailEventStore } from './rail-event.store.js';
import { ApiError } from '../../http/api-error.js';
import type { FieldRule } from '../../http/field-error.js';
import { CardEventAnswer, CardEventHook } from './card-event.dto.js';

export interface CardEventPorts {
  readonly attempts: Pick<PgCardAttempts, 'checkoutOf' | 'instruction' | 'recordCardAnswer'>;
  /** Makes the checkout's workflow ask the acquirer; CLOSED when the workflow has ended. */
  readonly workflows: {
    cardReported(checkout: FactCheckout, attemptId: string): Promise<'NOTIFIED' | 'CLOSED'>;
  };
  readonly rails: ReadonlyMap<string, Pick<CardRail, 'query'>>;
  readonly events: Pick<PgRailEventStore, 'receive'>;
}

export interface ReceivedCardEvent {
  readonly duplicate: boolean;
  readonly data: CardEventAnswer;
}

/**
 * Receives acquirers' events. An event about a charge only says that something happened; the acquirer is asked for the
 * outcome.
 */
export class CardEventService {
  constructor(private readonly ports: CardEventPorts) {}

  /**
   * @throws ApiError RESOURCE_NOT_FOUND for a charge we do not know, MAINTENANCE when the acquirer must send the event
   * again.
   */
  receive(provider: string, hook: CardEventHook): Promise<ReceivedCardEvent> {
    return hook.kind === 'CHARGE' ? this.#charge(provider, hook) : this.#money(provider, hook);
  }

  async #charge(provider: string, { eventId, ...hook }: CardEventHook): Promise<ReceivedCardEvent> {
    const chargeId = required(hook.chargeId, 'chargeId');
    const { attempts, workflows } = this.ports;
    const checkout = await attempts.checkoutOf(provider, chargeId);
    if (checkout === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    const outcome = await workflows.cardReported(checkout, chargeId).catch(() => {
      throw new ApiError('MAINTENANCE', { message: 'Tell again shortly.' });
    });
    if (outcome === 'CLOSED') await this.#askNow(provider, chargeId);
    return { duplicate: false, data: { eventId, outcome: 'HEARD' } };
  }

  /** Asks the acquirer here, because the workflow has ended: a charge that was given up may still be approved. */
  async #askNow(provider: string, chargeId: string): Promise<void> {
    const rail = this.ports.rails.get(provider);
    if (rail === undefined) throw new ApiError('MAINTENANCE');
    const { outcome, code, failure } = await rail.query(
      chargeId,
      await this.ports.attempts.instruction(chargeId),
    );
    if (outcome === 'UNKNOWN')
      throw new ApiError('MAINTENANCE', { message: 'Tell again shortly.' });
    if (outcome !== 'APPROVED') return;
    await this.ports.attempts.recordCardAnswer({
      attemptId: chargeId,
      verdict: { outcome, code, failure },
      isFinal: false,
    });
  }

  async #money(provider: string, { eventId, kind, ...hook }: CardEventHook) {
    if (kind === 'CHARGE') throw new TypeError('a charge is no money event');
    const isSettlement = kind === 'SETTLEMENT';
    const subject = isSettlement
      ? required(hook.settlementId, 'settlementId')
      : required(hook.chargeId, 'chargeId');
    const amount = required(hook.amount, 'amount');
    const fee = hook.fee ?? 0;
    if (isSettlement && fee > amount) throw wrong('fee', 'max', 'fee must not exceed amount');
    const { outcome, duplicate } = await this.ports.events.receive({
      provider,
      eventId,
      kind,
      subject,
      // Without the chargeback's own id, the end of one would be taken for another that opens and ends.
      reference: isChargeback(kind) ? required(hook.chargebackId, 'chargebackId') : eventId,
      amountMinor: fromJsonAmount(amount),
      feeMinor: fromJsonAmount(fee),
      reason: hook.reason ?? null,
      evidenceDueAt: momentOf(hook.evidenceDueAt) ?? null,
    });
    if (outcome === null) throw new ApiError('RESOURCE_NOT_FOUND');
    return { duplicate, data: { eventId, outcome } };
  }
}

function required<Value>(value: Value | null | undefined, field: string): Value {
  if (value !== null && value !== undefined) return value;
  throw wrong(field, 'required', `${field} is required`);
}

function wrong(field: string, rule: FieldRule, message: string): ApiError {
  const errors = [{ field, rule, message }];
  return new ApiError('VALIDATION_FAILED', { message: `${message}.`, errors });
}

function isChargeback(kind: CardEventHook['kind']): boolean {
  return kind.startsWith('CHARGEBACK_');
}
