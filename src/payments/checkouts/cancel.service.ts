import type { FactMessenger } from '../../platform/temporal/fact-messenger.port.js';
import type { CancelOutcome } from './checkout.js';
import type { PgCheckoutStore } from './checkout.store.js';
import type { Reason } from '../../domain/result-code.js';
import { ApiError } from '../../http/api-error.js';
import type { AccessCodes } from './access-codes.js';
import type { PaymentChannels } from './payment-channels.js';
import { checkoutView } from './checkout-view.js';
import { CheckoutView } from './query.dto.js';
import { effectiveState } from './effective-state.js';

const refusals = {
  RESOURCE_NOT_FOUND: 'RESOURCE_NOT_FOUND',
  CHECKOUT_NOT_OPEN: 'CHECKOUT_NOT_OPEN',
  CHECKOUT_ALREADY_PAID: 'CHECKOUT_ALREADY_PAID',
  ENDED: 'NOTHING_TO_CANCEL',
} as const satisfies Record<Exclude<CancelOutcome, 'CANCELLED' | 'REPLAYED'>, Reason>;

/** Cancels a checkout in the books at once; its workflow is notified afterwards. */
export class CancelService {
  constructor(
    private readonly checkouts: Pick<PgCheckoutStore, 'find' | 'cancel'>,
    private readonly codes: AccessCodes,
    private readonly facts: FactMessenger,
    private readonly channels: PaymentChannels,
  ) {}

  /** @throws ApiError RESOURCE_NOT_FOUND, CHECKOUT_NOT_OPEN, CHECKOUT_ALREADY_PAID or NOTHING_TO_CANCEL. */
  async cancel(
    merchantId: string,
    paymentReference: string,
  ): Promise<{ replayed: boolean; data: CheckoutView }> {
    const before = await this.checkouts.find(merchantId, paymentReference);
    if (before === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    // The clock may be ahead of the timer. A merchant who was told that a checkout has expired must not be told that it
    // was cancelled.
    if (effectiveState(before).status === 'EXPIRED') throw new ApiError('NOTHING_TO_CANCEL');
    const { outcome, checkout, fact } = await this.checkouts.cancel(merchantId, paymentReference);
    if (outcome !== 'CANCELLED' && outcome !== 'REPLAYED') throw new ApiError(refusals[outcome]);
    if (checkout === null) throw new Error(`the store answered ${outcome} without a checkout`);
    if (fact !== null) this.facts.send(fact);
    const effective = effectiveState(checkout);
    const attempts = this.channels.attempts(checkout, effective);
    const accessCode = this.codes.codeOf(merchantId, checkout.checkoutId);
    const data = checkoutView(checkout, effective, { attempts, accessCode });
    return { replayed: outcome === 'REPLAYED', data };
  }
}
