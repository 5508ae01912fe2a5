import { createHash } from 'node:crypto';

/** PostgreSQL cuts longer names off: two statements whose names begin alike would be taken for one. */
const longestName = 63;

/**
 * The name of a prepared statement, put together from its parts, or a hash of them when they are too long. Empty parts do
 * not count.
 */
export function statementName(...parts: readonly (string | null | undefined)[]): string {
  const name = parts.filter(Boolean).join(' ');
  return name.length <= longestName ? name : createHash('sha256').update(name).digest('base64url');
}
