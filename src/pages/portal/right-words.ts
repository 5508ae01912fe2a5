import { type MerchantRight, merchantRights } from '../../people/rights.js';
import { scopeWords } from '../../http/access/scope-words.js';

const peopleWords = {
  'accounts:read': 'See payers unmasked, and whole account numbers',
  'audit:read': 'Read the audit',
  'owners:write': 'Make owners, and take that role away',
  'settings:write': 'Change how the business is run here',
  'team:read': 'See the team',
  'team:write': 'Invite, change and remove people and roles',
} as const;

/** Says in words what a right allows. */
export function rightWords(right: MerchantRight): string {
  return right in peopleWords
    ? peopleWords[right as keyof typeof peopleWords]
    : scopeWords[right as keyof typeof scopeWords];
}

export const rightsWithWords: readonly (readonly [MerchantRight, string])[] = merchantRights.map(
  (right) => [right, rightWords(right)] as const,
);
