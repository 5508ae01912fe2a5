/** A number that no account has. */
export interface OfferedNumber {
  readonly accountNumber: string;
  /**
   * How often the number was given before. Null: the bank has opened it, and only the database knows whether we had it
   * before.
   */
  readonly generation: number | null;
  /** The bank's answer when it opened the number. */
  readonly opened?: OpenedAccount;
}

/** A number that the bank has opened. */
export interface OpenedAccount {
  readonly accountName: string | null;
  readonly providerReference: string | null;
  /** The time after which the bank may give the number to somebody else. */
  readonly oursUntil: Date | null;
}

/** Serials of a prefix that only one process gets. */
export interface SerialBlock {
  readonly first: number;
  readonly count: number;
}

/** A number under which to issue an account. `accountNumber` null: any free number of the prefix. */
export interface AnyNumber extends Pick<OfferedNumber, 'generation' | 'opened'> {
  readonly accountNumber: string | null;
}
