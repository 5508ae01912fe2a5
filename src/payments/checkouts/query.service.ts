import type { Polled, PollWish } from '../../http/polling.js';
import type { AccessCodes } from './access-codes.js';
import type { CheckoutWatch } from './checkout-watch.js';
import type { PaymentChannels } from './payment-channels.js';
import { checkoutView } from './checkout-view.js';
import { CheckoutView } from './query.dto.js';
import { effectiveState } from './effective-state.js';

export class QueryService {
  constructor(
    private readonly codes: AccessCodes,
    private readonly watch: CheckoutWatch,
    private readonly channels: PaymentChannels,
  ) {}

  /**
   * Returns a checkout as merchants see it. `state` is undefined when the caller has seen that version already.
   *
   * @throws ApiError RESOURCE_NOT_FOUND
   */
  async query(
    merchantId: string,
    paymentReference: string,
    wish: PollWish,
  ): Promise<Polled<CheckoutView>> {
    const { etag, state } = await this.watch.polled(merchantId, paymentReference, wish);
    if (state === undefined) return { etag, state };
    const effective = effectiveState(state);
    const attempts = this.channels.attempts(state, effective);
    const accessCode = this.codes.codeOf(merchantId, state.checkoutId);
    return { etag, state: checkoutView(state, effective, { attempts, accessCode }) };
  }
}
