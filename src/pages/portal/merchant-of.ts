import { ApiError } from '../../http/api-error.js';
import type { MerchantProfile } from '../../http/access/merchant.js';
import type { MoneyPorts } from './money-ports.js';
import type { PortalViewer } from './portal-viewer.js';

/**
 * Returns the merchant in the form that the API's services need. @throws ApiError MERCHANT_INACTIVE, as for a key of
 * that merchant
 */
export async function merchantOf(
  { merchants }: Pick<MoneyPorts, 'merchants'>,
  { merchantId }: Pick<PortalViewer, 'merchantId'>,
): Promise<MerchantProfile> {
  const merchant = await merchants.find(merchantId);
  if (merchant === undefined) throw new ApiError('MERCHANT_INACTIVE');
  return merchant;
}
