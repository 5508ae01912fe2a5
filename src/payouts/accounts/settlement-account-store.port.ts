import type { Actor } from '../../domain/actor.js';

/** A bank account that a merchant is paid to. Holds personal data. */
export interface SettlementAccount {
  readonly settlementAccountId: string;
  readonly merchantId: string;
  readonly accountNumber: string;
  /** NIP institution code, 6 digits. */
  readonly bankCode: string;
  readonly bankName: string | null;
  /** The name that name enquiry returned when the account was registered. */
  readonly accountName: string;
  /** The rail that pays it. */
  readonly provider: string;
  readonly isDefault: boolean;
  readonly status: 'ACTIVE' | 'REMOVED';
  /** The end of the cooling period. */
  readonly usableFrom: Date;
  readonly createdAt: Date;
  readonly removedAt: Date | null;
}

export interface NewSettlementAccount {
  readonly settlementAccountId: string;
  readonly merchantId: string;
  readonly accountNumber: string;
  /** NIP institution code, 6 digits. */
  readonly bankCode: string;
  readonly bankName: string | null;
  readonly accountName: string;
  readonly provider: string;
  /** A merchant's only account is the default all the same. */
  readonly makeDefault: boolean;
  /** 0 to 100: how like the merchant's name the account's is; kept with the change. */
  readonly nameScore: number;
}

/**
 * Stores the accounts that merchants are paid to. `by`: the actor that asks; each change is kept with it, and sent as
 * an event.
 */
export interface SettlementAccountStore {
  /** The same account again is not registered again (`isNew` false). */
  register(
    account: NewSettlementAccount,
    by: Actor,
  ): Promise<{ readonly isNew: boolean; readonly account: SettlementAccount }>;
  /** Lists the accounts that are not removed: the default first, then the newest. */
  list(merchantId: string): Promise<readonly SettlementAccount[]>;
  /** Undefined when the merchant has no such account, or it is removed. */
  makeDefault(
    merchantId: string,
    settlementAccountId: string,
    by: Actor,
  ): Promise<SettlementAccount | undefined>;
  /**
   * Removes it, and makes another the default when it was that; again changes nothing. BUSY: a settlement to it is under
   * way. Undefined: the merchant has no such account.
   */
  remove(
    merchantId: string,
    settlementAccountId: string,
    by: Actor,
  ): Promise<SettlementAccount | 'BUSY' | undefined>;
}
