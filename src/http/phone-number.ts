// The largest metadata: the others take numbers that are too long (min), or know no land lines (mobile).
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { LRUCache } from 'lru-cache';

/** Phone numbers as people write them: with spaces, dashes, dots, slashes and brackets. */
export const phonePattern = /^[ (]{0,3}[+]?[0-9 ()./-]{5,40}$/;

/**
 * A Nigerian land line without the 20 that now stands before each area code: many are still written so. A number that
 * begins like a mobile number is a mobile number that lacks digits.
 */
const oldLandLine = /^0?(?![789][01])([1-9][0-9]{7})$/;

/**
 * The numbers that were read last. They are kept, because a request's number is read when it is validated and again
 * when it is stored, and reading it costs more than reading other fields.
 */
const known = new LRUCache<string, string>({ max: 1_000, memoMethod: (text) => read(text) ?? '' });

/** The number as E.164, such as +2348031234567; undefined when there is no such number. Without a country code it is Nigerian. */
export function toE164(phoneNumber: string): string | undefined {
  return phonePattern.test(phoneNumber) ? known.memo(phoneNumber) || undefined : undefined;
}

/** `00` stands for "+" in most of the world; `009` does so in Nigeria. */
function read(phoneNumber: string): string | undefined {
  const digits = phoneNumber.replaceAll(/[^0-9+]/g, '');
  return (
    (digits.startsWith('00') ? readDigits(`+${digits.slice(2)}`) : undefined) ?? readDigits(digits)
  );
}

function readDigits(digits: string): string | undefined {
  const number = parsePhoneNumberFromString(digits, 'NG');
  if (number?.isValid()) return number.number;
  const [, subscriber] = oldLandLine.exec(number?.nationalNumber ?? '') ?? [];
  if (number?.country !== 'NG' || subscriber === undefined) return undefined;
  const current = parsePhoneNumberFromString(`+23420${subscriber}`);
  return current?.isValid() ? current.number : undefined;
}
