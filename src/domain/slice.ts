/** A row's place in its list: the values that the list is sorted by, as text. */
export type Position = readonly string[];

/** The requested part of a list: at most `limit` rows, after a position or after `offset` other rows. */
export interface Slice {
  readonly limit: number;
  readonly offset: number;
  /** Null: from the first on. */
  readonly after: Position | null;
}

/** A row of a list, and where it stands. */
export interface Listed<Item> {
  readonly item: Item;
  readonly position: Position;
}

/** The period in which something has last changed; null: no bound. */
export interface ChangePeriod {
  readonly changedSince: Date | null;
  readonly changedBefore: Date | null;
}
