import { createHash } from 'node:crypto';

/** There is a key set for each purpose. */
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

/** A key, and the name by which it is spoken of without telling it. */
export interface NamedKey<Key = Buffer> {
  readonly kid: string;
  readonly key: Key;
}

export type NamedKeys<Key = Buffer> = readonly [NamedKey<Key>, ...NamedKey<Key>[]];

/**
 * The keys of one purpose. The first writes (it signs, encrypts or hashes), all of them read. The keys may be replaced while the
 * program runs: whoever keeps something that was made from a key asks for the key again each time.
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

  /** Something that was written with this key was read just now. */
  noteRead(kid: string): void {
    this.#lastReadAt.set(kid, Date.now());
  }

  /** Milliseconds since the epoch; undefined: this process has read nothing that was written with it. */
  lastReadAt(kid: string): number | undefined {
    return this.#lastReadAt.get(kid);
  }
}

/** A key set of keys of 32 bytes. */
export function keySetOf(name: Exclude<KeyPurpose, 'tokens'>, keys: readonly Buffer[]): KeySet {
  return new KeySet(keysNamed(name, keys));
}

/** @throws Error when there are none */
export function keysNamed(name: Exclude<KeyPurpose, 'tokens'>, keys: readonly Buffer[]): NamedKeys {
  const [first, ...others] = keys.map((key) => ({ kid: keyId(name, key), key }));
  if (first === undefined) throw new Error('a key set has at least one key');
  return [first, ...others];
}

/** Names a key without telling it. */
export function keyId(name: Exclude<KeyPurpose, 'tokens'>, key: Buffer): string {
  return createHash('sha256')
    .update(`manilla-${name}-kid`)
    .update(key)
    .digest('base64url')
    .slice(0, 8);
}
