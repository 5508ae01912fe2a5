import { ApiError } from '../http/api-error.js';

/** What a merchant wants changed about one of its accounts. */
export interface AccountChange {
  readonly merchantId: string;
  readonly accountNumber: string;
  readonly clientId: string;
  readonly reason: string | null;
}

export interface ChangedAccount<View> {
  /** It was so already. */
  readonly replayed: boolean;
  readonly account: View;
}

/** One kind of virtual account. Undefined: the merchant has no account of this kind under that number. */
export interface AccountKind<View> {
  find(merchantId: string, accountNumber: string): Promise<View | undefined>;
  /** @throws ApiError when it cannot be closed. */
  close(change: AccountChange): Promise<ChangedAccount<View> | undefined>;
}

/** Accounts by their number, whatever their kind. */
export class VirtualAccountsService<View> {
  /** @param kinds a number that more than one kind has is the first one's */
  constructor(private readonly kinds: readonly AccountKind<View>[]) {}

  /** @throws ApiError RESOURCE_NOT_FOUND */
  find(merchantId: string, accountNumber: string): Promise<View> {
    return this.#first((kind) => kind.find(merchantId, accountNumber));
  }

  /** @throws ApiError RESOURCE_NOT_FOUND, and why it cannot be closed. */
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
