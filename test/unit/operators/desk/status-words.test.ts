import { describe, expect, it } from 'vitest';
import { inWords } from '../../../../src/operators/desk/status-words.js';

describe('a text of a page', () => {
  it.each([
    ['NEEDS_ACCOUNT', 'refunds', 'needs another account'],
    ['SUCCESSFUL', 'payments', 'paid'],
    ['SUCCESSFUL, OVERPAID', undefined, 'successful, overpaid'],
    ['ACTIVE', 'merchants', 'takes payments'],
    ['SHOPRITE', 'merchants', 'SHOPRITE'],
    ['ADA OBI', undefined, 'ADA OBI'],
    ['INV_MARCH', 'refunds', 'INV_MARCH'],
    ['SUCCESSFUL, SHOPRITE', undefined, 'SUCCESSFUL, SHOPRITE'],
    ['Bank', 'channels', 'Bank'],
    ['', undefined, ''],
  ] as const)('that is %s, of %s, reads %s', (text, set, words) => {
    expect(inWords(text, set)).toBe(words);
  });
});
