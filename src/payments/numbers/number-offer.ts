import type { AccountWish } from '../../domain/bank-rail.port.js';
import type { MerchantProfile } from '../../http/access/merchant.js';
import type { OfferedNumber } from './number.js';
import { ApiError } from '../../http/api-error.js';
import type { BankNumbers } from './bank-numbers.js';
import type { NumberPool } from './number-pool.js';

/** Other processes may have used a whole block of numbers since we read it. More than several such blocks is a fault. */
const maxTries = 64;
/** How often a bank is asked again when it opens numbers that our own open accounts still have. */
const maxOpened = 4;

/** Without a number, the database chooses one. */
export const anyNumber = { accountNumber: null, generation: 0 } as const;

type Offer<Result> = (number: OfferedNumber | typeof anyNumber) => Promise<Result>;
type Prefix = MerchantProfile['prefixes'][number];

/** Gives out numbers: our own by prefix, or those that banks open. */
export class NumberOffers {
  constructor(
    private readonly own: NumberPool,
    private readonly banks: BankNumbers,
  ) {}

  /**
   * Issues an account under a number of the pool, under any free number, or under one that the prefix's bank opens for
   * it. A number that is not used is kept for another account.
   *
   * @throws ApiError UNKNOWN_PREFIX, PREFIX_NOT_ASSIGNED, ACCOUNT_POOL_EXHAUSTED, or PROVIDER_UNAVAILABLE: the bank
   * opened no number.
   */
  async issue<Result extends { readonly outcome: string }>(
    merchant: MerchantProfile,
    prefix: string,
    wish: Omit<AccountWish, 'accountName'>,
    offer: Offer<Result>,
  ): Promise<Result> {
    const known = prefixOf(merchant, prefix);
    return known.numbers === 'OURS'
      ? this.#ofOurs(known, offer)
      : this.#ofTheirs(known, { ...wish, accountName: merchant.tradeName }, offer);
  }

  async #ofOurs<Result extends { readonly outcome: string }>(
    { prefix, bankCode }: Prefix,
    offer: Offer<Result>,
  ): Promise<Result> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const number = await this.own.take(prefix, bankCode);
      // The call is made even without a free number, because a call that repeats an earlier one needs none.
      const result = await offer(number ?? anyNumber);
      const { outcome } = result;
      if (outcome !== 'NUMBER_TAKEN') {
        if (number !== undefined && outcome !== 'ISSUED') this.own.giveBack(prefix, number);
        return result;
      }
      if (number === undefined) break;
    }
    throw new ApiError('ACCOUNT_POOL_EXHAUSTED', { headers: { 'retry-after': '60' } });
  }

  async #ofTheirs<Result extends { readonly outcome: string }>(
    { provider }: Prefix,
    wish: AccountWish,
    offer: Offer<Result>,
  ): Promise<Result> {
    // The first call offers no number, so a repeated or refused request does not cost a number at the bank. The
    // database has no free numbers of its own for such a prefix.
    const without = await offer(anyNumber);
    if (without.outcome !== 'NUMBER_TAKEN') return without;
    for (let tries = 0; tries < maxOpened; tries += 1) {
      const number = await this.banks.take(provider, wish);
      if ('outcome' in number) throw notOpened();
      const result = await offer(number);
      if (result.outcome === 'ISSUED') return result;
      // The number still belongs to another account of ours, so the bank is asked for another one.
      if (result.outcome === 'NUMBER_TAKEN') continue;
      this.banks.giveBack(provider, wish, number);
      return result;
    }
    throw notOpened();
  }
}

function notOpened(): ApiError {
  return new ApiError('PROVIDER_UNAVAILABLE', { headers: { 'retry-after': '10' } });
}

function prefixOf(merchant: MerchantProfile, prefix: string): Prefix {
  const known = merchant.prefixes.find((each) => each.prefix === prefix);
  if (known === undefined) throw new ApiError('UNKNOWN_PREFIX');
  if (!known.assigned) throw new ApiError('PREFIX_NOT_ASSIGNED');
  return known;
}
