/** The progress of a database. */
export interface Mark {
  /** The mark rises with every call, however many processes call. */
  readonly mark: bigint;
  /** The database that the mark belongs to. Marks of two databases cannot be compared. */
  readonly databaseId: string;
}
