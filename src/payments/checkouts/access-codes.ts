import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { Id } from '../../domain/ids.js';

/**
 * Access codes are derived, not stored: the same at every query, gone with the key, and bound to the merchant and the
 * checkout, so that one of another checkout is just wrong.
 */
export class AccessCodes {
  readonly #key: KeyObject;

  constructor(key: Buffer) {
    this.#key = createSecretKey(key);
  }

  codeOf(merchantId: string, checkoutId: Id<'chk'>): string {
    const mac = createHmac('sha256', this.#key).update(`access-code\n${merchantId}\n${checkoutId}`);
    return `ac_${mac.digest('base64url')}`;
  }

  /** Compares in constant time for every text of the right length. */
  matches(code: string, merchantId: string, checkoutId: Id<'chk'>): boolean {
    const expected = Buffer.from(this.codeOf(merchantId, checkoutId));
    const given = Buffer.from(code);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}
