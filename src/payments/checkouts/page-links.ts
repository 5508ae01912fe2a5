import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import { isId } from '../../domain/ids.js';

const ulidLength = 26;
/** 192 bits: nobody can guess them, and the address stays short enough for a text message. */
const macLength = 32;

/**
 * Addresses of the payer's page. The addresses are derived, not stored: `pg_`, the checkout's ULID, and a MAC. The MAC
 * has its own label, so an address is never an access code, and neither can be made from the other.
 */
export class PageLinks {
  readonly #key: KeyObject;

  constructor(
    key: Buffer,
    private readonly baseUrl: string,
  ) {
    this.#key = createSecretKey(key);
  }

  urlOf(checkoutId: string): string {
    return `${this.baseUrl}${this.pathOf(checkoutId)}`;
  }

  pathOf(checkoutId: string): string {
    return `/pay/${this.tokenOf(checkoutId)}`;
  }

  /**
   * Returns the page that a payer comes back to from the card's bank; the page sends the payer on to the merchant's
   * shop.
   */
  returnUrlOf(checkoutId: string): string {
    return `${this.urlOf(checkoutId)}/return`;
  }

  tokenOf(checkoutId: string): string {
    const mac = createHmac('sha256', this.#key).update(`checkout-page\n${checkoutId}`);
    const text = mac.digest('base64url').slice(0, macLength);
    return `pg_${checkoutId.slice('chk_'.length)}${text}`;
  }

  /** The secret that signs the page's messages to the merchant's shop; one for all checkouts of the merchant. */
  returnSecretOf(merchantId: string): string {
    const mac = createHmac('sha256', this.#key).update(`return-secret\n${merchantId}`);
    return `rs_${mac.digest('base64url')}`;
  }

  /** Returns undefined for every token that is not ours. Tokens of the right form are compared in constant time. */
  checkoutOf(token: string): string | undefined {
    const checkoutId = `chk_${token.slice(3, 3 + ulidLength)}`;
    if (!isId('chk', checkoutId)) return undefined;
    const expected = Buffer.from(this.tokenOf(checkoutId));
    const given = Buffer.from(token);
    return given.length === expected.length && timingSafeEqual(given, expected)
      ? checkoutId
      : undefined;
  }
}
