import { describe, expect, it } from 'vitest';
import {
  grantableScopes,
  groupsWithin,
  isUsableWhilePending,
  type KeyGroup,
  keyGroupNames,
  type Scope,
  scopes,
  scopesOf,
} from '../../../../src/http/access/scopes.js';

/**
 * What each group carries, written by hand. Marks behind a scope: g, it must be granted besides; p, a merchant that is PENDING
 * has it too; m, it moves money, so a key whose secret an operator has seen lacks it.
 */
const byHand: Readonly<Record<KeyGroup, Readonly<Partial<Record<Scope, string>>>>> = {
  payments: { 'checkout:write': '', 'payment-links:write': '', 'virtual-accounts:write': '' },
  reads: {
    'banks:read': 'p',
    'checkout:read': 'p',
    'disputes:read': 'p',
    'keys:read': 'p',
    'merchant:read': 'p',
    'payment-links:read': 'p',
    'refunds:read': 'p',
    'settlements:read': 'p',
    'transactions:read': 'p',
    'virtual-accounts:read': 'p',
    'wallet:read': 'p',
  },
  refunds: { 'disputes:write': 'm', 'refunds:destination': 'gm', 'refunds:write': 'm' },
  settlement: { 'settlements:write': 'mp' },
  'personal-data': { 'transactions:pii': 'g' },
  settings: {
    'checkout-page:write': 'p',
    'keys:claim': 'p',
    'keys:write': 'p',
    'policies:write': 'p',
    'webhooks:read': 'p',
    'webhooks:write': 'p',
  },
};

const marked = (mark: string): readonly Scope[] => {
  const marks: Readonly<Partial<Record<Scope, string>>> = Object.assign(
    {},
    ...Object.values(byHand),
  );
  return scopes.filter((scope) => marks[scope]?.includes(mark));
};
const inGroup = (group: KeyGroup, but: readonly Scope[] = []): readonly Scope[] =>
  scopes.filter((scope) => byHand[group][scope] !== undefined && !but.includes(scope));

it('every scope is in one group', () => {
  expect(Object.keys(byHand)).toEqual(keyGroupNames);
  expect(keyGroupNames.flatMap((group) => inGroup(group)).toSorted()).toEqual(scopes.toSorted());
});

describe.each(keyGroupNames)('a key of the group %s', (group) => {
  it('carries the scopes of its group alone', () => {
    expect(scopesOf(grantableScopes, [group])).toEqual(inGroup(group));
  });

  it('lacks what its merchant was not granted, each for itself', () => {
    expect(scopesOf([], [group])).toEqual(inGroup(group, marked('g')));
    for (const granted of marked('g')) {
      const others = marked('g').filter((scope) => scope !== granted);
      expect(scopesOf([granted], [group])).toEqual(inGroup(group, others));
    }
  });

  it('moves no money when an operator has seen its secret, and may be claimed', () => {
    const kept = new Set<Scope>([...inGroup(group, marked('m')), 'keys:claim']);
    expect(scopesOf(grantableScopes, [group], false)).toEqual(
      scopes.filter((scope) => kept.has(scope)),
    );
  });
});

it('a token carries every scope but those that must be granted', () => {
  expect(scopesOf([])).toEqual(scopes.filter((scope) => !marked('g').includes(scope)));
  expect(scopesOf(grantableScopes)).toEqual(scopes);
});

describe.each(keyGroupNames)('the group %s', (group) => {
  const inWhole = inGroup(group).filter((scope) => scope !== 'keys:claim');

  it('is within rights that have all of its scopes', () => {
    expect(groupsWithin(new Set(inWhole), grantableScopes)).toEqual([group]);
  });

  it.each(inWhole)(
    'is not within rights that lack %s, unless the merchant lacks it too',
    (lacked) => {
      const held = new Set<Scope>(scopes.filter((scope) => scope !== lacked));
      expect(groupsWithin(held, grantableScopes)).not.toContain(group);
      const others = grantableScopes.filter((scope) => scope !== lacked);
      expect(groupsWithin(held, others).includes(group)).toBe(marked('g').includes(lacked));
    },
  );
});

it('nothing is granted by a name that is no scope', () => {
  expect(scopesOf(['everything', 'constructor'])).toEqual(scopesOf([]));
});

it.each(scopes)('of a merchant that is PENDING: %s', (scope) => {
  expect(isUsableWhilePending(scope)).toBe(marked('p').includes(scope));
});
