import { ApiError } from '../../http/api-error.js';
import type { RefundGateway } from '../../payouts/refunds/refund.gateway.js';
import type { FactSender } from '../../platform/temporal/fact-sender.js';
import type { MovedAccount } from './checkout-clock.js';
import type { CheckoutClockData } from './checkout-clock.dto.js';
import type { PgCheckoutClock } from './checkout-clock.store.js';

/** Moves the clock of one checkout of the sandbox, and notifies the workflows that wait. */
export class SandboxClock {
  constructor(
    private readonly clock: PgCheckoutClock,
    private readonly facts: Pick<FactSender, 'send'>,
    private readonly refunds: Pick<RefundGateway, 'accountProvided'>,
  ) {}

  /** @throws ApiError RESOURCE_NOT_FOUND */
  async advance(
    merchantId: string,
    paymentReference: string,
    seconds: number,
  ): Promise<CheckoutClockData> {
    const moved = await this.clock.advance(merchantId, paymentReference, seconds);
    if (moved === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    if (moved.fact !== null) this.facts.send(moved.fact);
    for (const refundId of moved.refundIds) this.refunds.accountProvided(refundId);
    return {
      checkoutId: moved.checkoutId,
      paymentReference,
      expiresAt: moved.expiresAt.toISOString(),
      virtualAccounts: moved.accounts.map(accountView),
    };
  }
}

function accountView({ expiresAt, freeAt, ...account }: MovedAccount) {
  return { ...account, expiresAt: expiresAt.toISOString(), freeAt: freeAt.toISOString() };
}
