import { createHash } from 'node:crypto';

/** The purposes of keys. Each purpose has a key set of its own. */
export const keyPurposes = ['tokens', 'codec', 'seal', 'pepper', 'hooks'] as const;
export type KeyPurpose = (typeof keyPurposes)[number];

/** The variable, or the file, that holds the keys of a key set. */
export const keyVariables = {
  tokens: 'MANILLA_TOKEN_KEY',
  codec: 'MANILLA_CODEC_KEY',
  seal: 'MANILLA_SEAL_KEY',
  pepper: 'MANILLA_PEPPER',
  hooks: 'MANILLA_HOOK_KEY',
} as const satisfies Readonly<Record<KeyPurpose, string>>;

/** A key, and an id that names the key without revealing it. */
export interface NamedKey<Key = Buffer> {
  readonly kid: string;
  readonly key: Key;
}

export type NamedKeys<Key = Buffer> = readonly [NamedKey<Key>, ...NamedKey<Key>[]];

/**
 * The keys of one purpose. The first writes (it signs, encrypts or hashes), all of them read. The keys may be replaced
 * while the program runs, so code that keeps something made from a key must ask for the key again each time.
 */
export class KeySet<Key = Buffer> {
  #keys: NamedKeys<Key>;
  readonly #lastReadAt = new Map<string, number>();

  constructor(keys: NamedKeys<Key>) {
    this.#keys = keys;
  }

  /** The keys; after a replacement this is another array. */
  get keys(): NamedKeys<Key> {
    return this.#keys;
  }

  get first(): NamedKey<Key> {
    return this.#keys[0];
  }

  /** Finds the key that reads data written with it. */
  find(kid: string): Key | undefined {
    return this.#keys.find((each) => each.kid === kid)?.key;
  }

  replace(keys: NamedKeys<Key>): void {
    this.#keys = keys;
  }

  /** Notes that something written with this key was read just now. */
  noteRead(kid: string): void {
    this.#lastReadAt.set(kid, Date.now());
  }

  /**
   * When something written with this key was last read, in milliseconds since the epoch; undefined: never by this
   * process.
   */
  lastReadAt(kid: string): number | undefined {
    return this.#lastReadAt.get(kid);
  }
}

/** A key set whose keys have 32 bytes. */
export function keySetOf(name: Exclude<KeyPurpose, 'tokens'>, keys: readonly Buffer[]): KeySet {
  return new KeySet(keysNamed(name, keys));
}

/** @throws Error when there are none */
export function keysNamed(name: Exclude<KeyPurpose, 'tokens'>, keys: readonly Buffer[]): NamedKeys {
  const [first, ...others] = keys.map((key) => ({ kid: keyId(name, key), key }));
  if (first === undefined) throw new Error('a key set has at least one key');
  return [first, ...others];
}

/** An id that names a key without revealing it. */
export function keyId(name: Exclude<KeyPurpose, 'tokens'>, key: Buffer): string {
  return createHash('sha256')
    .update(`manilla-${name}-kid`)
    .update(key)
    .digest('base64url')
    .slice(0, 8);
}
