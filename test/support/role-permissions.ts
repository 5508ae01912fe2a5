import type { Role } from '../../src/operators/people/permissions.js';

/**
 * Who has which permission, written by hand: the table that is held against it is the one that the guard reads. A role that is
 * not named lacks it.
 */
export const rolesByHand: Readonly<Record<string, string>> = {
  'cases:read': 'viewer support operations finance administrator',
  'payments:read': 'viewer support operations finance administrator',
  'accounts:read': 'support operations finance administrator',
  'cases:note': 'support operations finance administrator',
  'cases:decide': 'operations finance administrator',
  'payloads:read': 'support operations finance administrator',
  'journals:read': 'viewer support operations finance administrator',
  'journals:write': 'finance administrator',
  'merchants:read': 'viewer support operations finance administrator',
  'merchants:write': 'operations administrator',
  'terms:write': 'finance administrator',
  'keys:write': 'operations administrator',
  'operators:read': 'administrator',
  'operators:write': 'administrator',
  'self:write': 'viewer support operations finance administrator',
  'audit:read': 'finance administrator',
  'payers:erase': 'administrator',
};

export const mayByHand = (role: Role, permission: string): boolean =>
  (rolesByHand[permission] ?? '').split(' ').includes(role);
