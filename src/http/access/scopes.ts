/** The permissions of a token. A merchant's token carries all of them, except those that must be granted. */
export const scopes = [
  'banks:read',
  'checkout-page:write',
  'checkout:read',
  'checkout:write',
  'disputes:read',
  'disputes:write',
  'keys:claim',
  'keys:read',
  'keys:write',
  'merchant:read',
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

/** The groups of scopes that a key is given. A key's tokens carry the scopes of all its groups. */
export const keyGroups = {
  payments: ['checkout:write', 'payment-links:write', 'virtual-accounts:write'],
  reads: [
    'banks:read',
    'checkout:read',
    'disputes:read',
    'keys:read',
    'merchant:read',
    'payment-links:read',
    'refunds:read',
    'settlements:read',
    'transactions:read',
    'virtual-accounts:read',
    'wallet:read',
  ],
  // Disputes belong here, because a merchant who loses a dispute pays the money back.
  refunds: ['disputes:write', 'refunds:destination', 'refunds:write'],
  settlement: ['settlements:write'],
  'personal-data': ['transactions:pii'],
  // Events show payers as they are, and an endpoint receives them all.
  settings: [
    'checkout-page:write',
    'keys:claim',
    'keys:write',
    'policies:write',
    'webhooks:read',
    'webhooks:write',
  ],
} as const satisfies Readonly<Record<string, readonly Scope[]>>;
export type KeyGroup = keyof typeof keyGroups;
export const keyGroupNames = Object.keys(keyGroups) as readonly KeyGroup[];

/** A new key has these, unless others are asked for. */
export const defaultKeyGroups: readonly KeyGroup[] = ['payments', 'reads'];

/**
 * The scopes that only merchants with them in `granted_scopes` have: refunds to other accounts, whole account numbers of
 * payers.
 */
export const grantableScopes = ['refunds:destination', 'transactions:pii'] as const;
const toBeGranted: ReadonlySet<string> = new Set<Scope>(grantableScopes);

/** Tells whether a merchant has this right only if it was granted. */
export function isGrantable(right: string): boolean {
  return toBeGranted.has(right);
}

/**
 * Tells whether a merchant may have a right: a grantable right needs the grant of its operator. No person and no key of
 * the merchant has more.
 */
export function isWithinGrants(granted: readonly string[], right: string): boolean {
  return !isGrantable(right) || granted.includes(right);
}

/** The only scopes of a merchant that is PENDING: the merchant gets ready, and takes no payments. */
const whilePending: ReadonlySet<string> = new Set<Scope>([
  ...keyGroups.reads,
  ...keyGroups.settings,
  'settlements:write',
]);

/** The groups that move money: a key whose secret an operator has seen has none of them. */
export const moneyGroups: readonly KeyGroup[] = ['refunds', 'settlement'];

/**
 * The scopes of tokens of a key with these groups, whose merchant was granted these scopes.
 *
 * @param isOwn false: an operator has seen the secret. Such a token moves no money, and lets its holder claim the key by another secret.
 */
export function scopesOf(
  granted: readonly string[],
  groups: readonly string[] = keyGroupNames,
  isOwn = true,
): readonly Scope[] {
  const given = new Set<string>(
    keyGroupNames
      .filter((name) => groups.includes(name) && (isOwn || !moneyGroups.includes(name)))
      .flatMap((name) => keyGroups[name]),
  );
  if (!isOwn) given.add('keys:claim');
  return scopes.filter((scope) => given.has(scope) && isWithinGrants(granted, scope));
}

/**
 * The groups that the holder of these rights may give to a key: the holder has each scope that the group gives keys of
 * this merchant, who was granted these scopes. `keys:claim` does not count, because a key claims only itself.
 */
export function groupsWithin(
  held: ReadonlySet<string>,
  granted: readonly string[],
): readonly KeyGroup[] {
  return keyGroupNames.filter((name) =>
    scopesOf(granted, [name]).every((scope) => held.has(scope) || scope === 'keys:claim'),
  );
}

export function isUsableWhilePending(scope: string): boolean {
  return whilePending.has(scope);
}
