import { describe, expect, it } from 'vitest';
import {
  isWithin,
  mayOperator,
  type Permission,
  permissions,
  roles,
} from '../../../../src/operators/people/permissions.js';
import { mayByHand, rolesByHand } from '../../../support/role-permissions.js';

/** What a program may never do, whatever its role: two operators are two people, and what is erased is gone. */
const peopleAlone = ['cases:decide', 'journals:write', 'operators:write', 'payers:erase'];

const all = Object.keys(permissions) as Permission[];

it('every permission is in the table that is written by hand, and no other', () => {
  expect(all.toSorted()).toEqual(Object.keys(rolesByHand).sort());
});

describe.each(all)('%s', (permission) => {
  it.each(roles)('of a person who is %s', (role) => {
    const person = { kind: 'PERSON', role, tokenRole: null } as const;
    expect(mayOperator(person, permission)).toBe(mayByHand(role, permission));
  });

  it.each(roles)('of a program that is %s', (role) => {
    const program = { kind: 'MACHINE', role, tokenRole: null } as const;
    const may = mayByHand(role, permission) && !peopleAlone.includes(permission);
    expect(mayOperator(program, permission)).toBe(may);
  });

  it.each(roles)('is no more than a token of %s may, nor more than its holder', (tokenRole) => {
    for (const role of roles) {
      const may = mayByHand(role, permission) && mayByHand(tokenRole, permission);
      expect(mayOperator({ kind: 'PERSON', role, tokenRole }, permission)).toBe(may);
    }
  });
});

it('a role is within another when it may nothing that the other may not', () => {
  for (const role of roles) {
    for (const other of roles) {
      const within = all.every((each) => !mayByHand(role, each) || mayByHand(other, each));
      expect({ role, other, within: isWithin(role, other) }).toEqual({ role, other, within });
    }
  }
});
