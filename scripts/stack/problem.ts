/**
 * A failure the user can do something about: `message` is one plain sentence with the fault and the remedy. The catcher
 * prints the sentence without a stack trace.
 */
export class Problem extends Error {
  override readonly name = 'Problem';
}

/** The Node error code (`ENOSPC`, `EADDRINUSE`, ...) of an unknown thrown value, if it has one. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** The sentence to show for any failure; known system errors get advice, the rest keep their own message. */
export function sentenceFor(error: unknown): string {
  if (error instanceof Problem) return error.message;
  const text = error instanceof Error ? error.message : String(error);
  if (errorCode(error) === 'ENOSPC' || /no space left on device|ENOSPC/i.test(text))
    return diskFull;
  if (errorCode(error) === 'EACCES') {
    return `A file may not be written (${text}); check the owner of this folder, or run as the user who owns it.`;
  }
  return text;
}

export const diskFull =
  'The disk is full; free at least 1 GB (4 GB for the first start) and run the command again.';
