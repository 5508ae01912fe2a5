/** A number that no account has. */
export interface OfferedNumber {
  readonly accountNumber: string;
  /** The number of times that it was given before. */
  readonly generation: number;
}

/** Serials of a prefix that no one else gets. */
export interface SerialBlock {
  readonly first: number;
  readonly count: number;
}
