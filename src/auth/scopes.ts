/** What a token may be used for. A merchant's token carries all of them, but for those that must be granted. */
export const scopes = [
  'banks:read',
  'checkout-page:write',
  'checkout:read',
  'checkout:write',
  'disputes:read',
  'disputes:write',
  'payment-links:read',
  'payment-links:write',
  'policies:write',
  'refunds:destination',
  'refunds:read',
  'refunds:write',
  'settlements:read',
  'settlements:write',
  'transactions:pii',
  'transactions:read',
  'virtual-accounts:read',
  'virtual-accounts:write',
  'wallet:read',
  'webhooks:read',
  'webhooks:write',
] as const;
export type Scope = (typeof scopes)[number];

/** Only for merchants that have them in `granted_scopes`: refunds to other accounts, whole account numbers of payers. */
const toBeGranted: ReadonlySet<string> = new Set<Scope>([
  'refunds:destination',
  'transactions:pii',
]);

/** The scopes of a merchant's tokens. */
export function scopesOf(granted: readonly string[]): readonly Scope[] {
  return scopes.filter((scope) => !toBeGranted.has(scope) || granted.includes(scope));
}
