import type { MerchantProfile } from '../../http/access/merchant.js';
import type { RailBank } from '../../domain/bank-rail.port.js';
import { ApiError } from '../../http/api-error.js';
import type { Merchants } from './redirects.js';

/** The banks that a merchant's refunds can be sent to, for operators to choose from by name. */
export class BankNames {
  constructor(
    private readonly merchants: Merchants,
    private readonly banks: { list(merchant: MerchantProfile): Promise<readonly RailBank[]> },
  ) {}

  /**
   * Returns no banks without a merchant, or while the merchant's bank gives no list. The bank's code can be typed
   * instead.
   */
  async of(merchantId: string | null): Promise<readonly RailBank[]> {
    const merchant = merchantId === null ? undefined : await this.merchants.profile(merchantId);
    if (merchant === undefined) return [];
    try {
      return await this.banks.list(merchant);
    } catch (error) {
      if (error instanceof ApiError) return [];
      throw error;
    }
  }
}
