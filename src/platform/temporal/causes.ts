/** Whether an error, or one of those that caused it, is such a one: the SDK wraps what the server says in errors of its own. */
export function someCause(error: unknown, isSuch: (error: Error) => boolean): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (isSuch(at)) return true;
  }
  return false;
}
