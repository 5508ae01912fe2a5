import { ApiError } from '../../http/api-error.js';
import type { ErasureRequest } from './erasure.dto.js';
import type { WantedPayer } from './payer-erasure.store.js';

/** Returns the payer whom a request names. @throws ApiError VALIDATION_FAILED when it names nobody */
export function payerOf({ email, checkoutId, merchantId }: ErasureRequest): WantedPayer {
  const way =
    email === undefined ? (checkoutId === undefined ? undefined : { checkoutId }) : { email };
  if (way === undefined) {
    const message = 'email is required, or checkoutId in its place';
    throw new ApiError('VALIDATION_FAILED', {
      message: `${message}.`,
      errors: [{ field: 'email', rule: 'required', message }],
    });
  }
  return merchantId === undefined ? way : { ...way, merchantId };
}
