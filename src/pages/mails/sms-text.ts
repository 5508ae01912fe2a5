/** The longest name in an SMS. The SMS may contain the name twice and still needs room for the link. */
const nameLength = 40;

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Shortens a merchant's name for an SMS. */
export function nameInSms(name: string): string {
  const parts = Array.from(letters.segment(name), ({ segment }) => segment);
  if (parts.length <= nameLength) return name;
  return `${parts
    .slice(0, nameLength - 1)
    .join('')
    .trimEnd()}.`;
}

/**
 * The naira sign is not in the alphabet of a plain SMS: with it each part of the SMS has room for 67 letters instead of
 * 153.
 */
export function amountsInSms(text: string): string {
  return text.replaceAll('₦', 'NGN');
}
