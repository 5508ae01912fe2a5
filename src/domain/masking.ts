/**
 * Hides all but the last four digits of an account number from those who need not know it. The SQL function `masked` does
 * the same.
 */
export function masked(accountNumber: string): string {
  return '*'.repeat(Math.max(accountNumber.length - 4, 0)) + accountNumber.slice(-4);
}

/** Shows only the first sign and the mail server of an address. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return email.slice(0, 1) + '*'.repeat(Math.max(at - 1, 0)) + email.slice(at);
}

/** Shows the first word of a name and the first sign of each other word; of a single word only its first sign. */
export function maskedName(name: string): string {
  const words = name.trim().split(/\s+/u);
  return words
    .map((word, at) => (at === 0 && words.length > 1 ? word : word.replaceAll(/(?<!^)./gu, '*')))
    .join(' ');
}
