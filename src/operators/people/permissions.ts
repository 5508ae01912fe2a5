/** The permissions of operators, by role. A route of `/ops/v1` and a page of the desk each name one permission. */
export const roles = ['viewer', 'support', 'operations', 'finance', 'administrator'] as const;
export type Role = (typeof roles)[number];

const everybody = roles;

/** The roles that have each permission. */
export const permissions = {
  'cases:read': everybody,
  /** Orders and all that belongs to them, found and shown. */
  'payments:read': everybody,
  /** Whole account numbers of payers and merchants; without it only their last digits are shown. */
  'accounts:read': ['support', 'operations', 'finance', 'administrator'],
  /** Notes, and who sees to a case. */
  'cases:note': ['support', 'operations', 'finance', 'administrator'],
  'cases:decide': ['operations', 'finance', 'administrator'],
  /** Payloads of workflows, decrypted. */
  'payloads:read': ['support', 'operations', 'finance', 'administrator'],
  'journals:read': everybody,
  'journals:write': ['finance', 'administrator'],
  'merchants:read': everybody,
  /** Names, contacts, channels, limits, prefixes, policies; suspended and reinstated. */
  'merchants:write': ['operations', 'administrator'],
  /** Fee plans, settlement accounts and schedules: where money goes, and how much of it. */
  'terms:write': ['finance', 'administrator'],
  /** Keys of merchants. */
  'keys:write': ['operations', 'administrator'],
  'operators:read': ['administrator'],
  'operators:write': ['administrator'],
  /** The operator's own password, second factor, sessions and tokens. */
  'self:write': everybody,
  'audit:read': ['finance', 'administrator'],
  /** Shows the data of a payer, and erases it for good. */
  'payers:erase': ['administrator'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;
export type Permission = keyof typeof permissions;

/**
 * Permissions that only people have. Two operators must be two people, so a program may not propose, confirm, let
 * anybody in or erase anybody.
 */
export const ofPeopleAlone: readonly Permission[] = [
  'cases:decide',
  'journals:write',
  'operators:write',
  'payers:erase',
];

/** The facts that decide whether an operator has a permission. */
export interface Rights {
  readonly role: Role;
  readonly kind: 'PERSON' | 'MACHINE';
  /** The role of the token that the operator uses; null: the operator has all rights of the own role. */
  readonly tokenRole: Role | null;
}

export function mayRole(role: Role, permission: Permission): boolean {
  return (permissions[permission] as readonly Role[]).includes(role);
}

export function mayOperator({ role, kind, tokenRole }: Rights, permission: Permission): boolean {
  if (kind === 'MACHINE' && ofPeopleAlone.includes(permission)) return false;
  return mayRole(role, permission) && (tokenRole === null || mayRole(tokenRole, permission));
}

/** Tells whether a role may do nothing that the other may not. */
export function isWithin(role: Role, other: Role): boolean {
  const all = Object.keys(permissions) as Permission[];
  return all.every((permission) => !mayRole(role, permission) || mayRole(other, permission));
}

export function isRole(text: unknown): text is Role {
  return roles.some((role) => role === text);
}

export function isPermission(text: string | undefined): text is Permission {
  return text !== undefined && Object.hasOwn(permissions, text);
}
