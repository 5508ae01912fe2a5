/**
 * Tells whether an error, or one of its causes, is such a one: the SDK wraps the server's errors in errors of its own.
 */
export function someCause(error: unknown, isSuch: (error: Error) => boolean): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (isSuch(at)) return true;
  }
  return false;
}
