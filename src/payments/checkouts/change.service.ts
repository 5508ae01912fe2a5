import type { Reason } from '../../domain/result-code.js';
import { fromJsonAmount } from '../../domain/money.js';
import { ApiError } from '../../http/api-error.js';
import type { MerchantProfile } from '../../http/access/merchant.js';
import type { AmountLimits } from '../../merchants/settings/amount-limits.js';
import type { FactMessenger } from '../../platform/temporal/fact-messenger.port.js';
import type { AccessCodes } from './access-codes.js';
import { ChangeCheckoutRequest } from './change.dto.js';
import type { ChangeOutcome, Checkout } from './checkout.js';
import { chargesOf } from './checkout-request.js';
import type { PgCheckoutStore } from './checkout.store.js';
import { checkoutView } from './checkout-view.js';
import { effectiveState } from './effective-state.js';
import type { PaymentChannels } from './payment-channels.js';
import { CheckoutView } from './query.dto.js';

/** Changes an order for which no money was received, in the books at once; its workflow is notified afterwards. */
export class ChangeService {
  constructor(
    private readonly checkouts: Pick<PgCheckoutStore, 'find' | 'change'>,
    private readonly limits: AmountLimits,
    private readonly codes: AccessCodes,
    private readonly facts: FactMessenger,
    private readonly channels: PaymentChannels,
  ) {}

  /**
   * @throws ApiError VALIDATION_FAILED, AMOUNT_OUT_OF_RANGE, LIMIT_EXCEEDED, RESOURCE_NOT_FOUND,
   * OPERATION_NOT_PERMITTED, CHECKOUT_NOT_OPEN, CHECKOUT_ALREADY_PAID, CHECKOUT_CANCELLED, CHECKOUT_EXPIRED
   */
  async change(
    merchant: MerchantProfile,
    paymentReference: string,
    request: ChangeCheckoutRequest,
  ): Promise<{ replayed: boolean; data: CheckoutView }> {
    const { amount = null, items = null, description = null, metadata = null } = request;
    if ([amount, items, description, metadata].every((each) => each === null)) throw nothing();
    const { merchantId } = merchant;
    const before = await this.checkouts.find(merchantId, paymentReference);
    if (before === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    const charges =
      amount === null ? null : chargesOf(merchant, before.channels, fromJsonAmount(amount));
    if (charges !== null) await this.#refuseAmount(merchant, before, charges.amountMinor);
    const { outcome, fact } = await this.checkouts.change({
      ...{ merchantId, paymentReference, charges, description, metadata },
      items:
        items?.map(({ name, quantity, amount: each }) => ({ name, quantity, amount: each })) ??
        null,
    });
    if (outcome !== 'CHANGED' && outcome !== 'UNCHANGED') throw refusal(outcome);
    if (fact !== null) this.facts.send(fact);
    const data = await this.#shown(merchantId, paymentReference);
    return { replayed: outcome === 'UNCHANGED', data };
  }

  /** If the day's limit is used up, only a larger amount is refused. */
  async #refuseAmount(
    merchant: MerchantProfile,
    { amountMinor: beforeMinor, paymentReference }: Checkout,
    amountMinor: bigint,
  ): Promise<void> {
    if (amountMinor > beforeMinor)
      await this.limits.refuse(merchant, amountMinor, paymentReference);
    else this.limits.refuseAtOnce(merchant, amountMinor);
  }

  async #shown(merchantId: string, paymentReference: string): Promise<CheckoutView> {
    const checkout = await this.checkouts.find(merchantId, paymentReference);
    if (checkout === undefined) throw new Error('an order that was changed is gone');
    const effective = effectiveState(checkout);
    const attempts = this.channels.attempts(checkout, effective);
    const accessCode = this.codes.codeOf(merchantId, checkout.checkoutId);
    return checkoutView(checkout, effective, { attempts, accessCode });
  }
}

function refusal(outcome: Exclude<ChangeOutcome, 'CHANGED' | 'UNCHANGED'>): ApiError {
  if (outcome !== 'OPERATION_NOT_PERMITTED') return new ApiError(outcome satisfies Reason);
  return new ApiError(outcome, {
    message: 'Change a standalone account by PATCH /api/v1/virtual-account/{accountNumber}.',
  });
}

function nothing(): ApiError {
  const message = 'amount, items, description or metadata must be there';
  return new ApiError('VALIDATION_FAILED', {
    message: `${message}.`,
    errors: [{ field: 'amount', rule: 'required', message }],
  });
}
