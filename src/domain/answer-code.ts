/**
 * The meanings of codes that leave the outcome open, the same for banks and acquirers. After such a code, the bank or
 * acquirer is asked again.
 */
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
 * Puts an answer into words for people: "invalid account (code 07)". `meaning` comes from the code's own table. A named
 * failure of our own, such as `HTTP_STATUS`, consists of words already.
 */
export function wordsOfAnswer(code: string, meaning: string | undefined): string {
  const known = meaning ?? (Object.hasOwn(undecided, code) ? undecided[code] : undefined);
  if (known !== undefined) return `${known} (code ${code})`;
  return /^\w{1,4}$/.test(code) ? `code ${code}` : code.replaceAll('_', ' ').toLowerCase();
}
