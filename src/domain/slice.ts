/** Where a row stands in its list: the values that the list is sorted by, as text. */
export type Position = readonly string[];

/** Which rows of a list are asked for: so many, after a position or else after so many others. */
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
