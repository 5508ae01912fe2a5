import { ApiError } from '../../http/api-error.js';
import { toE164 } from '../../http/phone-number.js';
import type { ErasureRequest } from './erasure.dto.js';
import type { WantedPayer } from './payer-erasure.store.js';

/** Returns the payer whom a request names. @throws ApiError VALIDATION_FAILED when it names nobody */
export function payerOf(request: ErasureRequest): WantedPayer {
  const way = wayOf(request);
  if (way === undefined) {
    const message = 'email is required, or phoneNumber or checkoutId in its place';
    throw new ApiError('VALIDATION_FAILED', {
      message: `${message}.`,
      errors: [{ field: 'email', rule: 'required', message }],
    });
  }
  return request.merchantId === undefined ? way : { ...way, merchantId: request.merchantId };
}

function wayOf({ email, phoneNumber, checkoutId }: ErasureRequest): WantedPayer | undefined {
  if (email !== undefined) return { email };
  if (phoneNumber !== undefined) return { phoneNumber: toE164(phoneNumber) ?? phoneNumber };
  return checkoutId === undefined ? undefined : { checkoutId };
}
