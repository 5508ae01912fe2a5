// The largest metadata: the others take numbers that are too long (min), or know no land lines (mobile).
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Phone numbers as people write them: with spaces, dashes, dots, slashes and brackets. */
export const phonePattern = /^[ (]*[+]?[0-9 ()./-]{5,40}$/;

/**
 * A Nigerian land line without the 20 that now stands before each area code: many are still written so. What begins like a
 * mobile number is a mobile number that lacks digits.
 */
const oldLandLine = /^0?(?![789][01])([1-9][0-9]{7})$/;

/** The number as E.164, such as +2348031234567; undefined when there is no such number. Without a country code it is Nigerian. */
export function toE164(phoneNumber: string): string | undefined {
  if (!phonePattern.test(phoneNumber)) return undefined;
  const number = parsePhoneNumberFromString(phoneNumber.replaceAll(/[^0-9+]/g, ''), 'NG');
  if (number?.isValid()) return number.number;
  const [, subscriber] = oldLandLine.exec(number?.nationalNumber ?? '') ?? [];
  if (number?.country !== 'NG' || subscriber === undefined) return undefined;
  const current = parsePhoneNumberFromString(`+23420${subscriber}`);
  return current?.isValid() ? current.number : undefined;
}
