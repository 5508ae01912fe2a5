import { sameName } from './name-score.js';

/** Changes of a merchant that may take two, and the permission that each of the two needs. */
export const permissionOfChange = {
  GRANTS: 'merchants:write',
  LIMITS: 'merchants:write',
  SETTLEMENT_ACCOUNT: 'terms:write',
  DEFAULT_ACCOUNT: 'terms:write',
  /** Somebody has claimed a key that an operator has made: only the merchant may have. */
  KEY: 'keys:write',
} as const;
export type MerchantChangeKind = keyof typeof permissionOfChange;
export const merchantChangeKinds = Object.keys(permissionOfChange) as readonly MerchantChangeKind[];

/** Scopes by which money leaves: a merchant is granted them by two. */
const moneyScopes: readonly string[] = ['refunds:destination'];

/** Tells whether two operators grant these scopes. To take one back takes one. */
export function grantTakesTwo(before: readonly string[], after: readonly string[]): boolean {
  return moneyScopes.some((scope) => after.includes(scope) && !before.includes(scope));
}

/** Tells whether this limit of a day's outgoing money takes two operators; null: no limit. Lowering it takes one. */
export function limitTakesTwo(before: bigint | null, after: bigint | null): boolean {
  return before !== null && (after === null || after > before);
}

/** Tells whether two operators register an account that a merchant is paid to: one in another name, or not its first one. */
export function accountTakesTwo(nameScore: number, hasHadOne: boolean): boolean {
  return hasHadOne || nameScore < sameName;
}
