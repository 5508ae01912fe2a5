/** A prefix that a merchant may use, and how many of its numbers are left. */
export interface PrefixUsage {
  readonly prefix: string;
  /** The bank's CBN code. */
  readonly bankCode: string;
  readonly bankName: string;
  /** The bank's code on NIP. */
  readonly nipInstitutionCode: string;
  readonly status: 'ACTIVE' | 'SUSPENDED';
  readonly capacity: number;
  readonly inUse: number;
  readonly quarantined: number;
  readonly isDefault: boolean;
  /** The time at which the figures were counted. */
  readonly countedAt: Date;
}
