import type { Actor } from '../../domain/actor.js';

/** A change that a merchant asks for on one of its accounts. */
export interface AccountChange {
  readonly merchantId: string;
  readonly accountNumber: string;
  /** The actor, including the reason for the change. */
  readonly by: Actor;
}

export interface ChangedAccount<View> {
  /** The account was in that state already. */
  readonly replayed: boolean;
  readonly account: View;
}

/** One kind of virtual account. Undefined: the merchant has no account of this kind under that number. */
export interface AccountKind<View> {
  find(merchantId: string, accountNumber: string): Promise<View | undefined>;
  /** @throws ApiError when it cannot be closed. */
  close(change: AccountChange): Promise<ChangedAccount<View> | undefined>;
}
