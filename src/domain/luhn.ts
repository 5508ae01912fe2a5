/**
 * Whether a text could be a card's number: 13 to 19 digits (grouped by spaces or hyphens or not) that pass Luhn.
 * Such a text is refused and must not reach a log, which keeps the engine out of the scope of PCI DSS.
 */
export function looksLikePan(text: string): boolean {
  const digits = text.replace(/[ -]/g, '');
  return /^[0-9]{13,19}$/.test(digits) && passesLuhn(digits);
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Lengths and first digits of the schemes: Visa, Mastercard, Verve, American Express, Diners Club, Discover, JCB, UnionPay. */
const schemes: readonly RegExp[] = [
  /^4(?:\d{12}|\d{15}|\d{18})$/,
  /^(?:5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}$/,
  /^(?:506\d|507\d|650\d)\d{12}(?:\d{2,3})?$/,
  /^3[47]\d{13}$/,
  /^3(?:0[0-5]|[68]\d)\d{11}$/,
  /^(?:6011|64[4-9]\d|65\d\d)\d{12}(?:\d{3})?$/,
  /^35\d{14}$/,
  /^62\d{14,17}$/,
];

/** Digits that stand alone, in one piece or grouped as on a card: no part of a hash, a UUID or a longer number. */
const candidates =
  /(?<![0-9A-Za-z])(?:\d{13,19}|\d{4}([ -])\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?|3\d{3}([ -])\d{6}\2\d{4,5})(?![0-9A-Za-z])/g;

/**
 * Whether a card's number stands in a text that is for something else. Only numbers of a card scheme count, so that
 * numbers that merchants count with, or times, are hardly ever taken for one.
 */
export function holdsPan(text: string): boolean {
  return text.length >= 13 && withoutPans(text) !== text;
}

/** The text with all but the last four digits of the card numbers in it hidden. */
export function withoutPans(text: string): string {
  return text.replace(candidates, (found) => {
    const digits = found.replace(/[ -]/g, '');
    const isCard = schemes.some((scheme) => scheme.test(digits)) && passesLuhn(digits);
    return isCard ? '*'.repeat(digits.length - 4) + digits.slice(-4) : found;
  });
}
