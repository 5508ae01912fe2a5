/** Fields of an address that name a payer: the audit is kept for good, and nobody is erased from it. */
const ofPayers = ['email', 'phoneNumber', 'q'] as const;

/** The address of a file as the audit takes it down: which filters it had, and of those that name a payer only that they were set. */
export function auditedAddress(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://portal');
  for (const name of ofPayers) if (searchParams.has(name)) searchParams.set(name, '-');
  const query = searchParams.toString();
  return `${pathname}${query === '' ? '' : `?${query}`}`.slice(0, 500);
}
