/** A weak validator, because two replies about the same state may differ in the seconds that remain. */
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
