/** An account number as those may see it who need not know it: the last four digits. The SQL function `masked` is the same. */
export function masked(accountNumber: string): string {
  return '*'.repeat(Math.max(accountNumber.length - 4, 0)) + accountNumber.slice(-4);
}

/** An address of which the mail server and the first sign are left. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return email.slice(0, 1) + '*'.repeat(Math.max(at - 1, 0)) + email.slice(at);
}

/** A name of which the first word and the first sign of each other word are left; of a single word its first sign. */
export function maskedName(name: string): string {
  const words = name.trim().split(/\s+/u);
  return words
    .map((word, at) => (at === 0 && words.length > 1 ? word : word.replaceAll(/(?<!^)./gu, '*')))
    .join(' ');
}
