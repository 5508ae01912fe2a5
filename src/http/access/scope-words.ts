import type { Scope } from './scopes.js';

/** What a token with the scope may do, for the document. */
export const scopeWords: Readonly<Record<Scope, string>> = {
  'banks:read': 'List banks',
  'checkout-page:write': 'Change the checkout page',
  'checkout:read': 'Read checkouts',
  'checkout:write': 'Make, complete and cancel checkouts',
  'disputes:read': 'Read disputes',
  'disputes:write': 'Accept and answer disputes',
  'keys:claim': 'Take over a key by another secret',
  'keys:read': 'List keys',
  'keys:write': 'Make and revoke keys',
  'payment-links:read': 'Read payment links',
  'payment-links:write': 'Make and end payment links',
  'policies:write': 'Change policies',
  'refunds:destination': 'Refund to another account than the one that paid',
  'refunds:read': 'Read refunds',
  'refunds:write': 'Refund',
  'settlements:read': 'Read settlements and statements',
  'settlements:write': 'Pay out, change settlement accounts and the schedule',
  'transactions:pii': 'See whole account numbers of payers',
  'transactions:read': 'Read payments',
  'virtual-accounts:read': 'Read account numbers',
  'virtual-accounts:write': 'Make and change account numbers',
  'wallet:read': 'Read the balance',
  'webhooks:read': 'Read webhook settings, events and deliveries',
  'webhooks:write': 'Change webhook settings, send events again',
};
