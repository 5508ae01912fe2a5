/** The progress of a database. */
export interface Mark {
  /** Rises with every call, however many processes call. */
  readonly mark: bigint;
  /** Marks of another database say nothing about this one. */
  readonly databaseId: string;
}
