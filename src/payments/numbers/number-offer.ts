import type { MerchantProfile } from '../../http/access/merchant.js';
import type { OfferedNumber } from './number.js';
import { ApiError } from '../../http/api-error.js';
import type { NumberPool } from './number-pool.js';

/** Other processes may have used a whole block of numbers since we read it. More than several such blocks is a fault. */
const maxTries = 64;

/** The database chooses the number. */
export const anyNumber = { accountNumber: null, generation: 0 } as const;

/**
 * Issues an account under a number of the pool, or under any free number. A number that is not used goes back to the pool.
 *
 * @throws ApiError UNKNOWN_PREFIX, PREFIX_NOT_ASSIGNED or ACCOUNT_POOL_EXHAUSTED.
 */
export async function offerNumbers<Result extends { readonly outcome: string }>(
  numbers: NumberPool,
  merchant: MerchantProfile,
  prefix: string,
  offer: (number: OfferedNumber | typeof anyNumber) => Promise<Result>,
): Promise<Result> {
  const bankCode = bankOf(merchant, prefix);
  for (let tries = 0; tries < maxTries; tries += 1) {
    const number = await numbers.take(prefix, bankCode);
    // Without one, a call that needs none (the same again) is still answered.
    const result = await offer(number ?? anyNumber);
    const { outcome } = result;
    if (outcome !== 'NUMBER_TAKEN') {
      if (number !== undefined && outcome !== 'ISSUED') numbers.giveBack(prefix, number);
      return result;
    }
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
