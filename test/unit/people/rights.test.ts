import { describe, expect, it } from 'vitest';
import { may } from '../../../src/http/access/may.js';
import { scopes, scopesOf } from '../../../src/http/access/scopes.js';
import {
  merchantRights,
  merchantRoleNames,
  merchantRoles,
  rightsOf,
} from '../../../src/people/rights.js';
import { rightsByHand } from '../../support/portal-rights.js';

const everything = ['refunds:destination', 'transactions:pii'];

describe('the roles that every merchant has', () => {
  it.each(merchantRoleNames)('%s has the rights that stand in the table by hand', (role) => {
    expect([...rightsOf(role, null, everything)].toSorted()).toEqual(
      (rightsByHand[role] ?? '').split(' ').toSorted(),
    );
  });

  it('are all within the owner’s, and each right is somebody’s', () => {
    for (const role of merchantRoleNames) {
      expect(merchantRoles.owner).toEqual(expect.arrayContaining([...merchantRoles[role]]));
    }
    expect([...merchantRoles.owner]).toEqual([...merchantRights]);
  });
});

describe('a right', () => {
  it('that a key may have as well is the scope of the key, but for the taking over of a key', () => {
    const ofKeys = scopes.filter((scope) => scope !== 'keys:claim');
    expect(merchantRights).toEqual(expect.arrayContaining(ofKeys));
    expect(merchantRights).not.toContain('keys:claim');
  });

  it('that the operator has not granted the merchant is nobody’s, person or key', () => {
    const [person, key] = [
      { rights: rightsOf('owner', null, []) },
      { rights: new Set(scopesOf([])) },
    ];
    for (const right of everything) {
      expect([may(person, right), may(key, right)]).toEqual([false, false]);
      const granted = { rights: rightsOf('owner', null, [right]) };
      expect([may(granted, right), scopesOf([right]).includes(right as never)]).toEqual([
        true,
        true,
      ]);
    }
  });

  it('that an own role names and nobody knows any more gives nothing', () => {
    const own = rightsOf('rol_1', ['checkout:read', 'keys:claim', 'once:known'], everything);
    expect([...own]).toEqual(['checkout:read']);
    expect([...rightsOf('rol_1', null, everything)]).toEqual([]);
  });
});
