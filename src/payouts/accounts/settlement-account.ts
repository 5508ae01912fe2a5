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
  /** True makes the account the default. A merchant's only account is the default in any case. */
  readonly makeDefault: boolean;
  /** 0 to 100: how similar the account's name is to the merchant's name. Recorded with the change. */
  readonly nameScore: number;
}
