import { createHash } from 'node:crypto';
import type { MoneyLine } from './money-lines.js';
import type { Screen } from './screen.js';

/**
 * A short key of the page's content: another key is another page. Time that passes changes it only where it changes the
 * screen.
 */
export function stateKey(screen: Screen, lines: readonly MoneyLine[]): string {
  const text = JSON.stringify([screen, lines], (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
