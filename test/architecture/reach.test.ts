import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keyGroupNames, moneyGroups, scopesOf } from '../../src/http/access/scopes.js';
import { asksForPartner } from '../../src/domain/four-eyes.js';
import {
  accountTakesTwo,
  grantTakesTwo,
  limitTakesTwo,
  merchantChangeKinds,
  permissionOfChange,
} from '../../src/domain/merchant-changes.js';
import {
  mayOperator,
  ofPeopleAlone,
  type Permission,
  permissions,
  type Role,
  roles,
} from '../../src/operators/people/permissions.js';
import { sensitiveCases } from '../support/reach/decisions.js';
import { type Door, doorsOf, effects, harmless, takesTwo } from '../support/reach/doors.js';
import { routeScopes } from '../support/route-scopes.js';
import { root } from './tree.js';

/** What one person holds: permissions, scopes of keys, and what doors have given. */
type Held = ReadonlySet<string>;

const document = JSON.parse(readFileSync(join(root, 'openapi-operators.json'), 'utf8')) as {
  paths: Record<string, Record<string, { security?: { operator?: string[] }[] }>>;
};
const operatorRoutes = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, { security }]) => ({
    name: `${method.toUpperCase()} ${path}`,
    needs: security?.[0]?.operator?.[0] ?? '',
  })),
);
const doors = doorsOf(operatorRoutes, routeScopes);

/** All that a person reaches alone by any chain of doors, and by which door first. */
function reachedBy(start: Held): Map<string, string> {
  const by = new Map<string, string>([...start].map((each) => [each, 'held']));
  for (let grows = true; grows;) {
    grows = false;
    for (const { name, needs, gives } of doors) {
      if (!needs.every((each) => by.has(each))) continue;
      for (const each of gives) {
        if (by.has(each)) continue;
        by.set(each, name);
        grows = true;
      }
    }
  }
  return by;
}

const permissionsOf = (role: Role, kind: 'PERSON' | 'MACHINE' = 'PERSON'): Held =>
  new Set(
    (Object.keys(permissions) as Permission[])
      .filter((each) => mayOperator({ role, kind, tokenRole: null }, each))
      .map((each) => `may ${each}`),
  );

describe('the doors', () => {
  it('are all that change something: each is in the tables, and no other is', () => {
    const writing = doors
      .filter(({ name, needs }) => !name.startsWith('GET ') && !/open|signed/.test(needs[0] ?? ''))
      .map(({ name }) => name);
    expect([...Object.keys(effects), ...harmless].toSorted()).toEqual(writing.toSorted());
  });
});

describe.each(roles)('one person of the role %s', (role) => {
  it.each(['PERSON', 'MACHINE'] as const)('(%s) reaches alone nothing that takes two', (kind) => {
    const reached = reachedBy(permissionsOf(role, kind));
    const beyond = takesTwo.filter((each) => reached.has(each));
    expect(beyond.map((each) => `${each} by ${reached.get(each)}`)).toEqual([]);
  });
});

describe('who holds a key that an operator has seen', () => {
  it.each(keyGroupNames)('of the group %s, reaches alone nothing that takes two', (group) => {
    const scopes = scopesOf(
      ['refunds:destination', 'transactions:pii'],
      [group, 'settings'],
      false,
    );
    const reached = reachedBy(new Set(scopes.map((scope) => `scope ${scope}`)));
    expect(takesTwo.filter((each) => reached.has(each))).toEqual([]);
  });

  it('has no scope of the groups that move money', () => {
    const scopes = scopesOf(['refunds:destination'], keyGroupNames, false);
    const money = scopesOf(['refunds:destination'], moneyGroups);
    expect(scopes.filter((scope) => money.includes(scope))).toEqual([]);
  });
});

describe('who holds a key that is the merchant’s own', () => {
  const may: Readonly<Record<string, readonly string[]>> = {
    refunds: ['a refund as the merchant', 'a refund to an account of one’s choice'],
    settlement: ['a merchant paid to an account of one’s choice', 'a payout as the merchant'],
  };

  it.each(keyGroupNames)('of the group %s, reaches what the group is for', (group) => {
    const scopes = scopesOf(['refunds:destination', 'transactions:pii'], [group]);
    const reached = reachedBy(new Set(scopes.map((scope) => `scope ${scope}`)));
    expect(takesTwo.filter((each) => reached.has(each))).toEqual(may[group] ?? []);
  });
});

describe('the search itself', () => {
  const holed = (name: string, changes: Partial<Door>): Map<string, string> => {
    const at = doors.findIndex((door) => door.name === name);
    const door = doors[at] ?? expect.fail(`no door ${name}`);
    doors[at] = { ...door, ...changes };
    try {
      return reachedBy(permissionsOf('administrator'));
    } finally {
      doors[at] = door;
    }
  };

  it.each([
    ['PUT /ops/v1/merchants/{merchantId}/grants', 'scope refunds:destination', 'granted alone'],
    ['POST /ops/v1/merchants/{merchantId}/keys', 'scope settlements:write', 'a whole key'],
    ['POST /api/v1/keys/{clientId}/rotate', 'scope refunds:write', 'a key that was claimed'],
    ['POST /ops/v1/operators', 'a second person', 'a puppet'],
  ] as const)('finds a hole in %s (%s: %s)', (name, gives, _what) => {
    const reached = holed(name, { gives: [gives] });
    expect(takesTwo.some((each) => reached.has(each))).toBe(true);
  });
});

describe('the rules that the doors stand on', () => {
  it('ask for a partner wherever a case gives money away', () => {
    for (const asked of sensitiveCases) {
      expect({ ...asked, two: asksForPartner(asked) }).toEqual({ ...asked, two: true });
    }
  });

  it('ask two to change what lets money leave, and one to stop it', () => {
    expect(grantTakesTwo([], ['refunds:destination'])).toBe(true);
    expect(grantTakesTwo(['refunds:destination'], [])).toBe(false);
    expect(limitTakesTwo(1n, 2n) && limitTakesTwo(1n, null)).toBe(true);
    expect(limitTakesTwo(2n, 1n) || limitTakesTwo(null, 1n)).toBe(false);
    expect(accountTakesTwo(100, true) && accountTakesTwo(59, false)).toBe(true);
    expect(accountTakesTwo(60, false)).toBe(false);
    expect(merchantChangeKinds.map((kind) => permissionOfChange[kind])).not.toContain(undefined);
  });

  it('let no machine propose or confirm', () => {
    for (const each of ['cases:decide', 'journals:write', 'operators:write'] as const) {
      expect(ofPeopleAlone).toContain(each);
    }
  });
});
