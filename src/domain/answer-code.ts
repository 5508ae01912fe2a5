/** These are the meanings of codes by which nothing is certain, the same for banks and acquirers: they are asked again. */
const undecided: Readonly<Record<string, string>> = {
  '01': 'status unknown, it is being found out',
  '02': 'the customer must act',
  '09': 'still being processed',
  '26': 'duplicate record',
  '94': 'duplicate transaction',
  '96': 'system malfunction',
  '97': 'timed out while waiting for an answer',
};

/**
 * An answer for people: "invalid account (code 07)". `meaning`: what the code's own table says. A named failure of our own is
 * words already.
 */
export function wordsOfAnswer(code: string, meaning: string | undefined): string {
  const known = meaning ?? (Object.hasOwn(undecided, code) ? undecided[code] : undefined);
  if (known !== undefined) return `${known} (code ${code})`;
  return /^\w{1,4}$/.test(code) ? `code ${code}` : code.replaceAll('_', ' ').toLowerCase();
}
