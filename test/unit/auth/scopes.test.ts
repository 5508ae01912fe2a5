import { expect, it } from 'vitest';
import { scopes, scopesOf } from '../../../src/auth/scopes.js';

it('a token carries every scope but those that must be granted', () => {
  const granted = ['refunds:destination', 'transactions:pii'];
  expect(scopesOf([])).toEqual(scopes.filter((scope) => !granted.includes(scope)));
  expect(scopesOf(granted)).toEqual(scopes);
});

it('nothing is granted by a name that is no scope', () => {
  expect(scopesOf(['everything', 'constructor'])).toEqual(scopesOf([]));
});
