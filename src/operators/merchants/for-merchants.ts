import type { Actor } from '../../domain/actor.js';
import { toJsonAmount } from '../../domain/money.js';
import { ApiError } from '../../http/api-error.js';
import type { MerchantProfile } from '../../http/access/merchant.js';
import type { ReplayService } from '../../notify/webhooks/replay.service.js';
import type { DisputesService } from '../../payments/disputes/disputes.service.js';
import type { RefundsService } from '../../payouts/refunds/refunds.service.js';
import { newId } from '../../platform/database/new-id.js';
import type { PgForMerchants } from './for-merchants.store.js';

/** The services of the merchants' API that operators use in a merchant's place. */
export interface OwnServices {
  readonly refunds: Pick<RefundsService, 'request'>;
  readonly disputes: Pick<DisputesService, 'answer'>;
  readonly replays: Pick<ReplayService, 'redeliver'>;
  readonly merchants: { profile(merchantId: string): Promise<MerchantProfile | undefined> };
}

/** What an operator does for a merchant who has asked by telephone: by the merchant's own rules, with a reason and an audit entry. */
export class ForMerchants {
  constructor(
    private readonly store: Pick<PgForMerchants, 'merchantOf' | 'audit'>,
    private readonly own: OwnServices,
  ) {}

  /** The id of the new delivery. @throws ApiError RESOURCE_NOT_FOUND, WEBHOOK_ENDPOINT_INACTIVE */
  async sendAgain(deliveryId: string, by: Actor): Promise<string> {
    const merchantId = await this.#merchantOf('DELIVERY', deliveryId);
    const made = await this.own.replays.redeliver(merchantId, deliveryId);
    const told = { merchantId, subject: deliveryId, after: { deliveryId: made.deliveryId } };
    await this.store.audit({ ...told, action: 'delivery.send-again', by });
    return made.deliveryId;
  }

  /** The id of the refund. `amountMinor`: null for all that is left. @throws ApiError as the merchant's own request is refused */
  async refund(
    creditId: string,
    { amountMinor, reason }: { readonly amountMinor: bigint | null; readonly reason: string },
    by: Actor,
  ): Promise<string> {
    const merchantId = await this.#merchantOf('TRANSACTION', creditId);
    const profile = await this.own.merchants.profile(merchantId);
    if (profile === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    const asked = {
      ...{ refundReference: newId('rfd'), reason },
      ...(amountMinor !== null && { amount: toJsonAmount(amountMinor) }),
    };
    const { refund } = await this.own.refunds.request(profile, creditId, asked, by);
    const told = { merchantId, subject: creditId, after: { refundId: refund.refundId } };
    await this.store.audit({ ...told, action: 'transaction.refund', by });
    return refund.refundId;
  }

  /** `evidence`: null accepts the dispute. @throws ApiError as the merchant's own answer is refused */
  async answerDispute(
    disputeId: string,
    evidence: { readonly explanation: string; readonly deliveryReference: string | null } | null,
    by: Actor,
  ): Promise<void> {
    const merchantId = await this.#merchantOf('DISPUTE', disputeId);
    const whole = evidence && { ...evidence, deliveredAt: null, documents: [] };
    await this.own.disputes.answer(merchantId, disputeId, whole, by);
    const after = { answer: evidence === null ? 'ACCEPT' : 'EVIDENCE' };
    await this.store.audit({ merchantId, subject: disputeId, after, action: 'dispute.answer', by });
  }

  /** @throws ApiError RESOURCE_NOT_FOUND */
  async #merchantOf(kind: 'DELIVERY' | 'TRANSACTION' | 'DISPUTE', id: string): Promise<string> {
    const merchantId = await this.store.merchantOf(kind, id);
    if (merchantId === null) throw new ApiError('RESOURCE_NOT_FOUND');
    return merchantId;
  }
}
