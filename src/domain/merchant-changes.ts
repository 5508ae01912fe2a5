import { sameName } from './name-score.js';

/** The changes of a merchant that may take two operators, and the permission that each of the two needs. */
export const permissionOfChange = {
  GRANTS: 'merchants:write',
  LIMITS: 'merchants:write',
  SETTLEMENT_ACCOUNT: 'terms:write',
  DEFAULT_ACCOUNT: 'terms:write',
  /** Somebody has claimed a key that an operator had made. A second operator confirms that it was the merchant. */
  KEY: 'keys:write',
} as const;
export type MerchantChangeKind = keyof typeof permissionOfChange;
export const merchantChangeKinds = Object.keys(permissionOfChange) as readonly MerchantChangeKind[];

/** Scopes that let money leave: two operators grant them. */
const moneyScopes: readonly string[] = ['refunds:destination'];

/** Tells whether granting these scopes takes two operators. Taking a scope back takes one. */
export function grantTakesTwo(before: readonly string[], after: readonly string[]): boolean {
  return moneyScopes.some((scope) => after.includes(scope) && !before.includes(scope));
}

/**
 * Tells whether changing this limit of a day's outgoing money takes two operators; null: no limit. Lowering it takes
 * one.
 */
export function limitTakesTwo(before: bigint | null, after: bigint | null): boolean {
  return before !== null && (after === null || after > before);
}

/**
 * Tells whether two operators must register an account that a merchant is paid to: one in another name, or not the
 * first one.
 */
export function accountTakesTwo(nameScore: number, hasHadOne: boolean): boolean {
  return hasHadOne || nameScore < sameName;
}
