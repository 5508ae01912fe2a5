/** Whoever acts for a merchant: a person who is signed in, or the holder of a key's token. */
export interface RightHolder {
  readonly rights: ReadonlySet<string>;
}

/** Tells whether somebody may do something. This one rule decides for people and for keys. */
export function may({ rights }: RightHolder, right: string): boolean {
  return rights.has(right);
}
