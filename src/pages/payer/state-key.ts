import { createHash } from 'node:crypto';
import type { MoneyLine } from './money-lines.js';
import type { Screen } from './screen.js';

/**
 * Returns a short key of the page's content: a different key means a different page. The passing of time changes the
 * key only where it changes the screen.
 */
export function stateKey(screen: Screen, lines: readonly MoneyLine[]): string {
  const text = JSON.stringify([screen, lines], (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
