/** A number that no account has. */
export interface OfferedNumber {
  readonly accountNumber: string;
  /** The number of times that it was given before. Null: the bank has opened it, and only the database knows whether we had it before. */
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

/** Serials of a prefix that no one else gets. */
export interface SerialBlock {
  readonly first: number;
  readonly count: number;
}

/** A number to issue an account under. Without one: any of the prefix that is free. */
export interface AnyNumber extends Pick<OfferedNumber, 'generation' | 'opened'> {
  readonly accountNumber: string | null;
}
