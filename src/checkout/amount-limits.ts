import type { DailyLimitStore } from '../domain/ports/daily-limit-store.port.js';
import type { MerchantProfile } from '../domain/ports/merchant-store.port.js';
import { ApiError } from '../http/api-error.js';
import { limitExceeded } from '../http/limit-exceeded.js';

/** What a merchant may ask of payers: so much at once, and so much a day. */
export class AmountLimits {
  constructor(private readonly today: DailyLimitStore) {}

  /**
   * Of a new order. The day's limit is for what is received: money that comes in for what was let through is taken, whatever it
   * adds up to, and what is asked for and not paid counts for nothing.
   *
   * @param reference the order's; one that is known was let through before. Null: of none.
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

  /** Whatever the day has brought. @throws ApiError AMOUNT_OUT_OF_RANGE */
  refuseAtOnce({ minAmountMinor, maxAmountMinor }: MerchantProfile, amountMinor: bigint): void {
    if (amountMinor >= minAmountMinor && amountMinor <= maxAmountMinor) return;
    const message = `amount must be between ${minAmountMinor} and ${maxAmountMinor} kobo`;
    const rule = amountMinor < minAmountMinor ? 'min' : 'max';
    throw new ApiError('AMOUNT_OUT_OF_RANGE', {
      message: `${message}.`,
      errors: [{ field: 'amount', rule, message }],
    });
  }
}
