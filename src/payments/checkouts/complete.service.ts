import { channelOf } from '../../domain/channels.js';
import { isPaid } from '../../domain/checkout-state.js';
import type { Checkout } from './checkout.js';
import type { PgCheckoutStore } from './checkout.store.js';
import { ApiError } from '../../http/api-error.js';
import type { AccessCodes } from './access-codes.js';
import { CompletedCheckout, CompleteRequest } from './complete.dto.js';
import { effectiveState } from './effective-state.js';
import type { PaymentChannels } from './payment-channels.js';

/** The number of wrong codes after which the checkout answers to none, so that nobody can search for the right one. */
const maxBadCodes = 10;

/**
 * Tells whether a checkout is paid, from our own books. The request's figures are compared with the books, never
 * trusted.
 */
export class CompleteService {
  constructor(
    private readonly checkouts: Pick<PgCheckoutStore, 'find' | 'countBadCode'>,
    private readonly codes: AccessCodes,
    private readonly channels: PaymentChannels,
  ) {}

  /**
   * Waits for the payment, or charges it. `waitMs` is undefined when the caller has not said how long it waits.
   *
   * @throws ApiError for the first check that fails, or for a payment that is still under way.
   */
  async complete(
    merchantId: string,
    request: CompleteRequest,
    waitMs: number | undefined,
  ): Promise<CompletedCheckout> {
    const found = await this.checkouts.find(merchantId, request.paymentReference);
    if (found === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    await this.#checkCode(found, request.accessCode);
    refuseLateCode(found);
    return this.channels.named(channelOf(request.paymentChannel)).complete(found, request, waitMs);
  }

  async #checkCode({ merchantId, checkoutId, badCodeTries }: Checkout, code: string) {
    const right = this.codes.matches(code, merchantId, checkoutId);
    if (badCodeTries >= maxBadCodes) throw lockedOut();
    if (right) return;
    const tries = await this.checkouts.countBadCode(checkoutId);
    throw tries >= maxBadCodes ? lockedOut() : new ApiError('INVALID_ACCESS_CODE');
  }
}

function lockedOut(): ApiError {
  return new ApiError('INVALID_ACCESS_CODE', {
    message: `Locked after ${maxBadCodes} wrong access codes; query the checkout for its result.`,
  });
}

/**
 * Refuses a code that comes too late for a paid checkout. A checkout that ended unpaid is not refused here: there is
 * nothing left to protect, and the caller learns that it has ended.
 */
function refuseLateCode(checkout: Checkout): void {
  const { status, codeEndsAt } = effectiveState(checkout);
  if (isPaid(status) && codeEndsAt === undefined) throw new ApiError('ACCESS_CODE_EXPIRED');
}
