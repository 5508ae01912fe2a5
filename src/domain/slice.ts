/** A row's place in its list: the values that the list is sorted by, as text. */
export type Position = readonly string[];

/** The requested part of a list: at most `limit` rows, after a position or after `offset` other rows. */
export interface Slice {
  readonly limit: number;
  readonly offset: number;
  /** Null: from the first on. */
  readonly after: Position | null;
}

/**
 * The number of rows that are read at once for a file. It is more than a list's page has, so that the fixed costs of a
 * read are paid less often.
 */
export const fileSlice = 250;
/** The number of rows that are read at once for a file after the database could not read `fileSlice` rows. */
export const retriedSlice = 100;

/**
 * The number of rows that a statement asks for. The number is written out in the statement, because otherwise the planner
 * plans for all rows. There are few such numbers, so that there are few statements: a store cuts off the rows beyond the
 * requested number.
 */
export function statementLimit(limit: number): number {
  return [2, 9, 21, 51, 101, fileSlice + 1].find((each) => each >= limit) ?? limit;
}

/** A row of a list, and its position there. */
export interface Listed<Item> {
  readonly item: Item;
  readonly position: Position;
}

/** The period in which something has last changed; null: no bound. */
export interface ChangePeriod {
  readonly changedSince: Date | null;
  readonly changedBefore: Date | null;
}
