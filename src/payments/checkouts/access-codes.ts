import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { Id } from '../../domain/ids.js';

/**
 * Access codes are derived, not stored. A code is the same at every query, and becomes invalid with its key. It is
 * bound to the merchant and the checkout, so the code of another checkout is simply wrong.
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

  /** Compares any text of the right length in constant time. */
  matches(code: string, merchantId: string, checkoutId: Id<'chk'>): boolean {
    const expected = Buffer.from(this.codeOf(merchantId, checkoutId));
    const given = Buffer.from(code);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}
