import { createHash, createHmac } from 'node:crypto';
import type { IdentityType, KeptIdentity } from './static-account.js';

/**
 * Hashes a BVN or NIN, which is never stored itself. Eleven digits are guessed in seconds from a plain hash, so the
 * hash uses a key that the database does not have.
 */
export class IdentityHash {
  readonly #key: Buffer;
  readonly #kid: string;

  constructor(key: Buffer) {
    this.#key = key;
    this.#kid = createHash('sha256')
      .update('manilla-identity-kid')
      .update(key)
      .digest('base64url')
      .slice(0, 8);
  }

  of(type: IdentityType, digits: string): KeptIdentity {
    return {
      type,
      hash: createHmac('sha256', this.#key).update(`${type}/${digits}`).digest(),
      kid: this.#kid,
      last4: digits.slice(-4),
    };
  }
}
