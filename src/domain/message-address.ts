import { isLatinName } from './names.js';
import { hasUnseen } from './texts.js';

/**
 * Returns the text that is hashed in place of an address, so that an address that refuses messages is known again
 * without being kept. The SQL function address_hash has the same rule.
 */
export function addressText(address: string): string {
  return `manilla message address ${address.toLowerCase()}`;
}

/**
 * Tells whether a text is one address that can stand in a header: plain letters, because letters of other alphabets
 * look like them, and none of the signs by which a header names several addresses, or something else.
 */
export function isMailAddress(text: string): boolean {
  const [local = '', domain = '', ...more] = text.split('@');
  return (
    more.length === 0 &&
    text.length <= 254 &&
    local.length <= 64 &&
    /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/.test(local) &&
    /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/.test(domain)
  );
}

/** Letters, digits, and the signs of names. A dot with letters behind it would look like an address of the Internet. */
const senderName = /^[\p{L}\p{M}\p{N} .,&'’+!/-]+$/u;

/** A name that an e-mail may come from. Only the database knows whether the name is somebody else's. */
export function isSenderName(text: string): boolean {
  return (
    senderName.test(text) &&
    !hasUnseen(text) &&
    isLatinName(text) &&
    !/\.\p{L}{2}|\/\/|\bwww\b/iu.test(text)
  );
}
