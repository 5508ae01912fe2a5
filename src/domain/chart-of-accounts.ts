/** The names of the books' account codes; docs/ledger.md says what each is booked for. */
const names: Readonly<Record<string, string>> = {
  1100: 'Collection pool at the partner bank',
  1110: 'Payout account at the partner bank',
  1200: 'Acquirer receivable',
  1300: 'Merchant receivable',
  1400: 'In transit between our own accounts',
  2100: 'Merchant pending',
  2110: 'Merchant available',
  2120: 'Merchant reserve',
  2200: 'Suspense: unmatched',
  2210: 'Suspense: part payments',
  2220: 'Suspense: excess',
  2230: 'Suspense: late and duplicate',
  2300: 'Refunds payable',
  2310: 'Refunds in transit',
  2320: 'Payouts in transit',
  2400: 'VAT payable on fees',
  2410: 'Stamp duty set aside',
  4100: 'Fee income: transfers',
  4110: 'Fee income: cards',
  4120: 'Fee income: disputes and payouts',
  5100: 'Rail cost of transfers',
  5110: 'Rail cost of cards',
  5120: 'Stamp duty that we bear',
  5300: 'Write-off',
};

/** Returns the name of an account such as `2100:mch_…:NGN`. */
export function accountNameOf(account: string): string {
  return names[account.slice(0, 4)] ?? 'Unknown account';
}
