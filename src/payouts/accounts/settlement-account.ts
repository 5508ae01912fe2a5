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
