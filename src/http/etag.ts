/** A weak validator: the same state may still be written with fewer seconds remaining. */
export function weakETag(state: string): string {
  return `W/"${state}"`;
}

/** Tells whether `If-None-Match` names this state, by the weak comparison of RFC 9110. */
export function matchesETag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = etag.replace(/^W\//, '');
  return ifNoneMatch
    .split(',')
    .some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === opaque);
}
