/** An account number as those may see it who need not know it: the last four digits. The SQL function `masked` is the same. */
export function masked(accountNumber: string): string {
  return '*'.repeat(Math.max(accountNumber.length - 4, 0)) + accountNumber.slice(-4);
}
