import type { Id } from '../../domain/ids.js';

export type StaticAccountStatus = 'ACTIVE' | 'SUSPENDED' | 'CLOSED';
export type IdentityType = 'BVN' | 'NIN';

/** The stored form of an identity number. */
export interface KeptIdentity {
  readonly type: IdentityType;
  /** HMAC-SHA-256 under the key that `kid` names. */
  readonly hash: Buffer;
  readonly kid: string;
  readonly last4: string;
}

/** The owner of an account. Personal data. */
export interface AccountOwner {
  readonly accountName: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string;
  readonly phoneNumber: string;
}

/**
 * A validated request with the ids and hashes that the engine adds. The account number is used only if a new account is
 * issued.
 */
export interface NewStaticAccount {
  readonly virtualAccountId: Id<'va'>;
  readonly merchantId: string;
  readonly reference: string;
  /** SHA-256 of the canonical request without the identity. */
  readonly requestHash: Buffer;
  readonly prefix: string;
  /** The holder's name. Payers see it behind the merchant's name. */
  readonly name: string;
  readonly owner: AccountOwner;
  readonly identity: KeptIdentity;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface StaticAccount {
  readonly virtualAccountId: Id<'va'>;
  readonly reference: string;
  readonly accountNumber: string;
  readonly accountName: string;
  readonly bankCode: string;
  readonly bankName: string;
  readonly nipInstitutionCode: string;
  readonly prefix: string;
  readonly status: StaticAccountStatus;
  readonly createdAt: Date;
}

/** The totals of the credits that a static account received while it was active; refunds are not deducted. */
export interface StaticAccountTotals {
  readonly creditCount: number;
  readonly receivedMinor: bigint;
  readonly lastCreditAt: Date | null;
}

export type ListedStaticAccount = StaticAccount & StaticAccountTotals;

export interface StaticAccountChange {
  readonly status: StaticAccountStatus;
  readonly reason: string | null;
  readonly changedAt: Date;
}

export interface WholeStaticAccount extends ListedStaticAccount {
  readonly owner: AccountOwner;
  readonly identity: Pick<KeptIdentity, 'type' | 'last4'>;
  readonly metadata: Readonly<Record<string, string>>;
  /** Oldest first. */
  readonly history: readonly StaticAccountChange[];
}

export interface IssuedStaticAccount {
  readonly outcome: 'ISSUED' | 'EXISTING' | 'DUPLICATE_REFERENCE' | 'NUMBER_TAKEN';
  /** Set with ISSUED and EXISTING. */
  readonly account: StaticAccount | null;
}

export interface StaticAccountFilter {
  readonly status?: StaticAccountStatus | undefined;
  readonly prefix?: string | undefined;
  /** A whole number or reference, or beginnings of words of the name. */
  readonly text?: string | undefined;
  readonly since: Date | null;
  readonly before: Date | null;
}

/** VIRTUAL_ACCOUNT_INACTIVE: the account is closed for good. */
export type ChangeOutcome =
  | 'CHANGED'
  | 'REPLAYED'
  | 'VIRTUAL_ACCOUNT_INACTIVE'
  | 'RESOURCE_NOT_FOUND';
