/** The progress of a database. */
export interface Mark {
  /** Rises with every call, however many processes call. */
  readonly mark: bigint;
  /** Marks of another database say nothing about this one. */
  readonly databaseId: string;
}

/** Acts on a database that was restored, on PostgreSQL. */
export interface RecoveryStore {
  nextMark(): Promise<Mark>;
  /**
   * Holds everything that is to be sent through banks until their statements have been read, beginning so many minutes from
   * now, and skips the account numbers that may have been given. `known`: the mark that this database should have reached.
   */
  begin(reason: 'BEHIND' | 'BY_HAND', waitMinutes: number, known: bigint): Promise<void>;
}
