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

/** Account numbers on PostgreSQL. */
export interface NumberStore {
  /** The next 32 at most; undefined when the prefix has dealt them all. */
  reserveSerials(prefix: string): Promise<SerialBlock | undefined>;
  /** Free numbers that no process holds, for one: at most 32, oldest first; empty when there are none. */
  reserveFreed(prefix: string): Promise<readonly OfferedNumber[]>;
  /** Returns how many numbers the prefix has; undefined once each of them is an account's or known to be free. */
  unsweptCapacity(prefix: string): Promise<number | undefined>;
  /** Makes known that those are free of these which no account ever had. `isLast`: all of the prefix were asked about. */
  freeUnused(prefix: string, accountNumbers: readonly string[], isLast: boolean): Promise<void>;
  /** Ends the quarantine of numbers that have been in it long enough; answers how many. */
  releaseNumbers(limit: number): Promise<number>;
}
