import type { Checkout, CheckoutStore } from '../domain/ports/checkout-store.port.js';
import { ApiError } from '../http/api-error.js';
import { matchesETag, weakETag } from '../http/etag.js';
import type { Polled, PollWish } from '../http/polling.js';
import type { AccessCodes } from './access-codes.js';
import type { CheckoutWatch } from './checkout-watch.js';
import { checkoutView } from './checkout-view.js';
import { CheckoutView } from './dto/query.dto.js';
import { effectiveState } from './effective-state.js';

export class QueryService {
  constructor(
    private readonly checkouts: Pick<CheckoutStore, 'find'>,
    private readonly codes: AccessCodes,
    private readonly watch: CheckoutWatch,
  ) {}

  /**
   * Where the checkout stands; `state` is undefined when the caller has seen that already. With `waitMs` the answer
   * waits for a change: from what the caller has seen, or else from now.
   *
   * @throws ApiError RESOURCE_NOT_FOUND
   */
  async query(
    merchantId: string,
    paymentReference: string,
    { ifNoneMatch, waitMs }: PollWish,
  ): Promise<Polled<CheckoutView>> {
    let checkout = await this.checkouts.find(merchantId, paymentReference);
    if (checkout === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    const seen = etagOf(checkout);
    if (waitMs > 0 && (ifNoneMatch === undefined || matchesETag(ifNoneMatch, seen))) {
      checkout = await this.watch.until(
        checkout,
        (current) => etagOf(current) !== seen || effectiveState(current).ended,
        waitMs,
      );
    }
    const etag = etagOf(checkout);
    if (matchesETag(ifNoneMatch, etag)) return { etag, state: undefined };
    const code = this.codes.codeOf(merchantId, checkout.checkoutId);
    return { etag, state: checkoutView(checkout, effectiveState(checkout), code) };
  }
}

/** The status stands beside the version because time alone may change it. */
function etagOf(checkout: Checkout): string {
  return weakETag(`${checkout.version}-${effectiveState(checkout).status}`);
}
