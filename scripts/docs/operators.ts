import { ofPeopleAlone, permissions, roles } from '../../src/operators/people/permissions.ts';
import { page, table } from './page.ts';

/** The purpose of each permission; a new permission needs its words here. */
const words: Readonly<Record<keyof typeof permissions, string>> = {
  'cases:read': 'the queue, cases and decisions',
  'payments:read': 'search, and the pages of orders and of all that belongs to them',
  'accounts:read': 'whole account numbers of payers and merchants; others see the last digits',
  'cases:note': 'notes on a case, and who sees to it',
  'cases:decide': 'decisions about cases, and their confirmation',
  'payloads:read': 'payloads of workflows in the Temporal UI, decrypted',
  'journals:read': 'journals by hand',
  'journals:write': 'journals by hand: proposed, posted, withdrawn',
  'merchants:read': 'merchants and what they have',
  'merchants:write':
    'merchants: names, contacts, channels, limits, prefixes, policies; suspended and reinstated',
  'terms:write': 'fee plans, settlement accounts and schedules',
  'keys:write': 'keys of merchants',
  'operators:read': 'operators, their sessions and tokens',
  'operators:write': 'operators: invited, given a role, shut out; machine users and their tokens',
  'self:write': 'the operator’s own sessions and tokens',
  'audit:read': 'the audit',
  'payers:erase': 'where a payer is known, and its erasure',
};

/** docs/permissions.md: the table that the guard reads. */
export function permissionsPage(): string {
  const rows = Object.entries(permissions).map(([permission, holders]) => [
    `\`${permission}\``,
    words[permission as keyof typeof permissions],
    ...roles.map((role) => ((holders as readonly string[]).includes(role) ? 'yes' : '')),
  ]);
  const people = ofPeopleAlone.map((permission) => `\`${permission}\``).join(', ');
  return page(
    'What operators may do',
    'src/operators/people/permissions.ts',
    'Each operation of `/ops/v1` and each page of the desk asks for one permission. An operator has a role, and a role has permissions ([operators](operators.md)).',
    table(['permission', 'for', ...roles], rows),
    `Machine users never have ${people}: two operators are two people.`,
  );
}
