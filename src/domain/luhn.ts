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
