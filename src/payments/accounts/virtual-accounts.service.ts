import { ApiError } from '../../http/api-error.js';
import type { AccountChange, AccountKind, ChangedAccount } from './account-kind.js';

/** Accounts by their number, whatever their kind. */
export class VirtualAccountsService<View> {
  /** @param kinds if a number exists in several kinds, the first kind wins */
  constructor(private readonly kinds: readonly AccountKind<View>[]) {}

  /** @throws ApiError RESOURCE_NOT_FOUND */
  find(merchantId: string, accountNumber: string): Promise<View> {
    return this.#first((kind) => kind.find(merchantId, accountNumber));
  }

  /** @throws ApiError RESOURCE_NOT_FOUND, or the reason that it cannot be closed. */
  close(change: AccountChange): Promise<ChangedAccount<View>> {
    return this.#first((kind) => kind.close(change));
  }

  async #first<Found>(
    ask: (kind: AccountKind<View>) => Promise<Found | undefined>,
  ): Promise<Found> {
    for (const kind of this.kinds) {
      const found = await ask(kind);
      if (found !== undefined) return found;
    }
    throw new ApiError('RESOURCE_NOT_FOUND');
  }
}
