import type { Actor } from '../../domain/actor.js';
import { formatMoney, formatNaira } from '../../domain/money.js';
import { ApiError } from '../../http/api-error.js';
import type { ReplayService } from '../../notify/webhooks/replay.service.js';
import type { DisputesService } from '../../payments/disputes/disputes.service.js';
import type { ErrandsService } from '../errands/errands.service.js';
import type { NamedSubject, PgForMerchants, SubjectKind } from './for-merchants.store.js';

/** The services of the merchants' API that operators use in a merchant's place. */
export interface OwnServices {
  readonly disputes: Pick<DisputesService, 'answer'>;
  readonly replays: Pick<ReplayService, 'redeliver'>;
}

/**
 * Acts for a merchant who has asked by telephone, by the merchant's own rules. Each action has a reason and an audit
 * entry.
 */
export class ForMerchants {
  constructor(
    private readonly store: Pick<PgForMerchants, 'named' | 'audit'>,
    private readonly own: OwnServices,
    private readonly errands: Pick<ErrandsService, 'propose'>,
  ) {}

  /**
   * Sends a delivery again, and returns the id of the new delivery. @throws ApiError RESOURCE_NOT_FOUND,
   * WEBHOOK_ENDPOINT_INACTIVE
   */
  async sendAgain(deliveryId: string, by: Actor): Promise<string> {
    const { merchantId } = await this.#named('DELIVERY', deliveryId);
    const made = await this.own.replays.redeliver(merchantId, deliveryId);
    const entry = { merchantId, subject: deliveryId, after: { deliveryId: made.deliveryId } };
    await this.store.audit({ ...entry, action: 'delivery.send-again', by });
    return made.deliveryId;
  }

  /**
   * Proposes a refund, which a second operator must confirm, because one operator alone could pay a friend with it.
   * `amountMinor`: null for all that is left.
   *
   * @throws ApiError RESOURCE_NOT_FOUND, DECISION_REFUSED
   */
  async proposeRefund(creditId: string, amountMinor: bigint | null, by: Actor): Promise<void> {
    const payment = await this.#named('TRANSACTION', creditId);
    const { merchantId } = payment;
    const amount = amountMinor === null ? 'all that is left of' : `${formatNaira(amountMinor)} of`;
    await this.errands.propose(by, {
      ...{ kind: 'REFUND', subject: creditId, merchantId },
      wish: { amountMinor: amountMinor === null ? null : String(amountMinor) },
      says: `Refund ${amount} the ${wordsOf(payment)} (${creditId}) to the account that paid`,
    });
  }

  /** `evidence`: null accepts the dispute. @throws ApiError RESOURCE_NOT_FOUND, or as `DisputesService.answer` */
  async answerDispute(
    disputeId: string,
    evidence: { readonly explanation: string; readonly deliveryReference: string | null } | null,
    by: Actor,
  ): Promise<void> {
    const { merchantId } = await this.#named('DISPUTE', disputeId);
    const whole = evidence && { ...evidence, deliveredAt: null, documents: [] };
    await this.own.disputes.answer(merchantId, disputeId, whole, by);
    const after = { answer: evidence === null ? 'ACCEPT' : 'EVIDENCE' };
    await this.store.audit({ merchantId, subject: disputeId, after, action: 'dispute.answer', by });
  }

  /**
   * Names a thing for people: by the shop's name, or by its kind and its merchant. @throws ApiError RESOURCE_NOT_FOUND
   */
  async about(kind: SubjectKind, id: string): Promise<string> {
    return wordsOf(await this.#named(kind, id));
  }

  /** @throws ApiError RESOURCE_NOT_FOUND */
  async #named(kind: SubjectKind, id: string): Promise<NamedSubject> {
    const found = await this.store.named(kind, id);
    if (found === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    return found;
  }
}

/** Makes words such as `payment of ₦4,000.00 for order ORD-1 of SANDBOX SHOP`. */
function wordsOf(found: NamedSubject): string {
  const { merchantName, what, paymentReference, amountMinor, currency } = found;
  if (what === null) return merchantName;
  const amount = amountMinor === null ? '' : ` of ${formatMoney(amountMinor, currency ?? '')}`;
  const order = paymentReference === null ? '' : ` for order ${paymentReference}`;
  return `${what}${amount}${order} of ${merchantName}`;
}
