/** Room for a name in an SMS, which may say it twice and still needs the link. */
const nameLength = 40;

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A merchant's name as an SMS says it. */
export function nameInSms(name: string): string {
  const parts = Array.from(letters.segment(name), ({ segment }) => segment);
  if (parts.length <= nameLength) return name;
  return `${parts
    .slice(0, nameLength - 1)
    .join('')
    .trimEnd()}.`;
}

/** A naira sign is no letter of a plain SMS: with it each part of the SMS has 67 letters and not 153. */
export function amountsInSms(text: string): string {
  return text.replaceAll('₦', 'NGN');
}
