/**
 * Fields of an address that name a payer. The audit is kept for good, so erasing a payer could not remove them there.
 */
const ofPayers = ['email', 'phoneNumber', 'q'] as const;

/**
 * Returns the address of a file for the audit, with its filters. The value of a filter that names a payer is replaced by
 * a dash.
 */
export function auditedAddress(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://portal');
  for (const name of ofPayers) if (searchParams.has(name)) searchParams.set(name, '-');
  const query = searchParams.toString();
  return `${pathname}${query === '' ? '' : `?${query}`}`.slice(0, 500);
}
