import type { MerchantProfile } from '../domain/ports/merchant-store.port.js';
import { ApiError } from '../http/api-error.js';
import type { NumberPool, OfferedNumber } from './number-pool.js';

/** After a change of the number key, some numbers may be taken already; so many in a row are no accident. */
const maxTries = 20;

/**
 * Offers numbers of the merchant's prefix until one is not taken. A number that `offer` did not use (its outcome is neither
 * ISSUED nor NUMBER_TAKEN) goes back to the pool.
 *
 * @throws ApiError UNKNOWN_PREFIX, PREFIX_NOT_ASSIGNED or ACCOUNT_POOL_EXHAUSTED.
 */
export async function offerNumbers<Result extends { readonly outcome: string }>(
  numbers: NumberPool,
  merchant: MerchantProfile,
  prefix: string,
  offer: (number: OfferedNumber) => Promise<Result>,
): Promise<Result> {
  const bankCode = bankOf(merchant, prefix);
  for (let tries = 0; tries < maxTries; tries += 1) {
    const number = await numbers.take(prefix, bankCode);
    // With no number left, a call that needs none (the same again) is still answered.
    const offered = number ?? numbers.takenNumber(prefix, bankCode);
    const result = await offer(offered);
    const isUsed = result.outcome === 'ISSUED' || result.outcome === 'NUMBER_TAKEN';
    if (number !== undefined && !isUsed) numbers.giveBack(prefix, offered);
    if (result.outcome !== 'NUMBER_TAKEN') return result;
    if (number === undefined) break;
  }
  throw new ApiError('ACCOUNT_POOL_EXHAUSTED', { headers: { 'retry-after': '60' } });
}

function bankOf(merchant: MerchantProfile, prefix: string): string {
  const known = merchant.prefixes.find((each) => each.prefix === prefix);
  if (known === undefined) throw new ApiError('UNKNOWN_PREFIX');
  if (!known.assigned) throw new ApiError('PREFIX_NOT_ASSIGNED');
  return known.bankCode;
}
