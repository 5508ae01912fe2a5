import { createHash, timingSafeEqual } from 'node:crypto';

/** A secret that we share with a provider, with a name of its own so that it can be told from the one that follows it. */
export interface NamedSecret {
  readonly name: string;
  readonly secret: string;
}

/**
 * Reads `SECRET`, or `NAME:SECRET,NAME:SECRET` while one secret replaces another. Each of them is accepted. A secret with a
 * colon needs a name before it, and none has a comma. Undefined: the text is none of these.
 */
export function namedSecrets(text: string): readonly [NamedSecret, ...NamedSecret[]] | undefined {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.some((part) => part === '')) return undefined;
  const [first, ...others] = parts.map((part): NamedSecret => {
    const [, name, secret] = /^([a-z0-9-]{1,20}):(.+)$/.exec(part) ?? [];
    return name === undefined || secret === undefined
      ? { name: 'only', secret: part }
      : { name, secret };
  });
  if (first === undefined) return undefined;
  const all = [first, ...others] as const;
  return new Set(all.map(({ name }) => name)).size === all.length ? [...all] : undefined;
}

/** Compares in the same time wherever the two differ. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
