import { isWithinGrants, type Scope, scopes } from '../http/access/scopes.js';

/**
 * Rights that only a person can have, never an API key: to manage people, to read what they did, to see whole account
 * numbers, and to change settings.
 */
const ofPeopleAlone = [
  /** Whole account numbers: of payers, and the merchant's own. */
  'accounts:read',
  'audit:read',
  /** Makes owners, and takes an owner's role away. */
  'owners:write',
  /** Settings: who is notified of what, amounts, and how people sign in. */
  'settings:write',
  'team:read',
  'team:write',
] as const;

/** The scopes without `keys:claim`, because only a key claims a key. */
type PersonScope = Exclude<Scope, 'keys:claim'>;

/** The rights of a merchant's people. Those that a key may have as well are the scopes of keys. */
export type MerchantRight = PersonScope | (typeof ofPeopleAlone)[number];

export const merchantRights: readonly MerchantRight[] = [
  ...scopes.filter((scope): scope is PersonScope => scope !== 'keys:claim'),
  ...ofPeopleAlone,
].toSorted();

const payments = [
  'banks:read',
  'checkout:read',
  'disputes:read',
  'merchant:read',
  'payment-links:read',
  'refunds:read',
  'transactions:read',
  'virtual-accounts:read',
] as const satisfies readonly MerchantRight[];
const money = ['settlements:read', 'wallet:read'] as const satisfies readonly MerchantRight[];

/** The roles that every merchant has. */
export const merchantRoles = {
  owner: merchantRights,
  admin: merchantRights.filter((right) => right !== 'owners:write'),
  /** Keys and webhooks, and no money. */
  developer: [
    ...payments,
    ...(['keys:read', 'keys:write', 'webhooks:read', 'webhooks:write'] as const),
    ...(['checkout:write', 'checkout-page:write'] as const),
  ],
  operations: [
    ...payments,
    ...money,
    ...(['checkout:write', 'payment-links:write', 'virtual-accounts:write'] as const),
    ...(['refunds:write', 'refunds:destination', 'disputes:write'] as const),
  ],
  finance: [
    ...payments,
    ...money,
    ...(['settlements:write', 'accounts:read', 'transactions:pii', 'audit:read'] as const),
  ],
  /** Reads orders; account numbers are masked. */
  support: payments,
  viewer: [...payments, ...money],
} as const satisfies Readonly<Record<string, readonly MerchantRight[]>>;
export type MerchantRole = keyof typeof merchantRoles;
export const merchantRoleNames = Object.keys(merchantRoles) as readonly MerchantRole[];

/** The roles that every merchant has and that have this right. */
export function rolesWith(right: MerchantRight): readonly MerchantRole[] {
  return merchantRoleNames.filter((role) => isRightOf(merchantRoles[role], right));
}

const isRightOf = (rights: readonly MerchantRight[], right: MerchantRight) =>
  rights.includes(right);

export function isMerchantRole(text: string): text is MerchantRole {
  return Object.hasOwn(merchantRoles, text);
}

export function isMerchantRight(text: string): text is MerchantRight {
  return (merchantRights as readonly string[]).includes(text);
}

/**
 * The rights of a person in this role.
 *
 * @param own the rights of a role that the merchant has made; null: one of the roles that every merchant has
 * @param granted the scopes that the operator has granted the merchant: nobody has more than the merchant
 */
export function rightsOf(
  role: string,
  own: readonly string[] | null,
  granted: readonly string[],
): ReadonlySet<MerchantRight> {
  const given: readonly string[] = own ?? (isMerchantRole(role) ? merchantRoles[role] : []);
  return new Set(given.filter(isMerchantRight).filter((right) => isWithinGrants(granted, right)));
}
