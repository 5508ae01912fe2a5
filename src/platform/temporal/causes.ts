/**
 * Tells whether `isSuch` holds for an error or one of its causes. The SDK wraps the server's errors in errors of its
 * own.
 */
export function someCause(error: unknown, isSuch: (error: Error) => boolean): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (isSuch(at)) return true;
  }
  return false;
}
