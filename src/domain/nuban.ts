/**
 * NUBAN account numbers: 9 digits of serial and a check digit over the bank's CBN code and the serial
 * (CBN standard of 2010, revised 2020). The code is the CBN bank code (058), not the NIP institution code (000013).
 */

const weights = [3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3] as const;
const nineDigits = /^[0-9]{9}$/;
const tenDigits = /^[0-9]{10}$/;

/** The check digit, "0" to "9". Throws RangeError when the code has not 3, 5 or 6 digits or the serial not 9. */
export function checkDigit(bankCode: string, serial9: string): string {
  const institution = institutionPart(bankCode);
  if (institution === undefined) throw new RangeError(`"${bankCode}" is not a bank code`);
  if (!nineDigits.test(serial9)) throw new RangeError('a NUBAN serial has nine digits');
  return digitOf(institution + serial9);
}

/** Tells whether the number's check digit is right for this bank. Only ASCII digits count; false for a malformed code. */
export function isNubanValid(bankCode: string, accountNumber: string): boolean {
  const institution = institutionPart(bankCode);
  if (institution === undefined || !tenDigits.test(accountNumber)) return false;
  return digitOf(institution + accountNumber.slice(0, 9)) === accountNumber.slice(9);
}

/**
 * A number under a 3-digit prefix: prefix + serial (0..999999) + check digit. Throws RangeError for another prefix or
 * serial.
 */
export function accountNumber(prefix: string, serial: number, bankCode: string): string {
  if (!/^[0-9]{3}$/.test(prefix)) throw new RangeError('a prefix has three digits');
  if (!Number.isInteger(serial) || serial < 0 || serial > 999_999) {
    throw new RangeError(`serial ${serial} does not fit six digits`);
  }
  const serial9 = prefix + String(serial).padStart(6, '0');
  return serial9 + checkDigit(bankCode, serial9);
}

/** The six digits that stand for the institution, by the length of its code. */
function institutionPart(bankCode: string): string | undefined {
  if (/^[0-9]{3}$/.test(bankCode)) return `000${bankCode}`;
  if (/^[0-9]{5}$/.test(bankCode)) return `9${bankCode}`;
  if (/^[0-9]{6}$/.test(bankCode)) return bankCode;
  return undefined;
}

function digitOf(fifteenDigits: string): string {
  let sum = 0;
  for (const [i, weight] of weights.entries()) {
    sum += Number(fifteenDigits[i]) * weight;
  }
  return String((10 - (sum % 10)) % 10);
}
