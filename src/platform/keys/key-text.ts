import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { keyId, type KeyPurpose } from '../config/key-set.js';

/** A key as it stands in its file. */
interface WrittenKey {
  readonly kid: string;
  readonly text: string;
}

/** The keys in a key set's file: keys of 32 bytes one per line, keys of tokens as a set of JWKs. */
export class KeyText {
  private constructor(
    private readonly name: KeyPurpose,
    private readonly keys: readonly WrittenKey[],
  ) {}

  /** @param text as src/platform/config/fields.ts reads it */
  static read(name: KeyPurpose, text: string): KeyText {
    if (name !== 'tokens') {
      const keys = text.trim().split(/[\s,]+/);
      return new KeyText(
        name,
        keys.map((each) => ({ kid: keyId(name, Buffer.from(each, 'base64url')), text: each })),
      );
    }
    const parsed = JSON.parse(text) as { kid: string } | { keys: { kid: string }[] };
    const jwks = 'keys' in parsed ? parsed.keys : [parsed];
    return new KeyText(
      name,
      jwks.map((jwk) => ({ kid: jwk.kid, text: JSON.stringify(jwk) })),
    );
  }

  get kids(): readonly string[] {
    return this.keys.map(({ kid }) => kid);
  }

  /** The keys as bytes, for a key set whose keys have 32 bytes. */
  get buffers(): readonly Buffer[] {
    return this.keys.map(({ text }) => Buffer.from(text, 'base64url'));
  }

  get text(): string {
    const texts = this.keys.map(({ text }) => text);
    return this.name === 'tokens' ? `{"keys":[${texts.join(',\n')}]}\n` : `${texts.join('\n')}\n`;
  }

  /** Returns the key set with a new key at its end: the key reads, and does not write yet. */
  withNewKey(): KeyText {
    return new KeyText(this.name, [...this.keys, newKey(this.name)]);
  }

  /** Returns the key set with its last key moved to the front, where it writes. */
  withLastFirst(): KeyText {
    const last = this.keys.slice(-1);
    return new KeyText(this.name, [...last, ...this.keys.slice(0, -1)]);
  }

  without(kids: readonly string[]): KeyText {
    return new KeyText(
      this.name,
      this.keys.filter(({ kid }) => !kids.includes(kid)),
    );
  }
}

function newKey(name: KeyPurpose): WrittenKey {
  if (name !== 'tokens') {
    const key = randomBytes(32);
    return { kid: keyId(name, key), text: key.toString('base64url') };
  }
  const kid = randomBytes(6).toString('base64url');
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return { kid, text: JSON.stringify({ ...jwk, kid, alg: 'EdDSA', use: 'sig' }) };
}
