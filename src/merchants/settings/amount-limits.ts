import type { PgDailyLimits } from './daily-limit.store.js';
import type { MerchantProfile } from '../../http/access/merchant.js';
import { ApiError } from '../../http/api-error.js';
import { limitExceeded } from './limit-exceeded.js';

/** A merchant's limits: the amount of one order, and the payments received in a day. */
export class AmountLimits {
  constructor(private readonly today: PgDailyLimits) {}

  /**
   * Checks a new order against the limits. The daily limit counts received payments only: an unpaid order does not count, and
   * a payment for an accepted order is always taken.
   *
   * @param reference the order's; an order that is known was accepted before. Null: the order has no reference.
   * @throws ApiError AMOUNT_OUT_OF_RANGE or LIMIT_EXCEEDED
   */
  async refuse(
    merchant: MerchantProfile,
    amountMinor: bigint,
    reference: string | null,
  ): Promise<void> {
    this.refuseAtOnce(merchant, amountMinor);
    const { merchantId, dailyLimitMinor } = merchant;
    if (dailyLimitMinor === null) return;
    const leftMinor = await this.today.leftToday(merchantId, dailyLimitMinor, reference);
    if (leftMinor !== null && amountMinor > leftMinor) throw limitExceeded(leftMinor);
  }

  /**
   * Checks the amount of one order alone, whatever was received that day. `field`: the field of the request that has it.
   *
   * @throws ApiError AMOUNT_OUT_OF_RANGE
   */
  refuseAtOnce(
    { minAmountMinor, maxAmountMinor }: MerchantProfile,
    amountMinor: bigint,
    field = 'amount',
  ): void {
    if (amountMinor >= minAmountMinor && amountMinor <= maxAmountMinor) return;
    const message = `${field} must be between ${minAmountMinor} and ${maxAmountMinor} kobo`;
    const rule = amountMinor < minAmountMinor ? 'min' : 'max';
    throw new ApiError('AMOUNT_OUT_OF_RANGE', {
      message: `${message}.`,
      errors: [{ field, rule, message }],
    });
  }
}
