import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { looksLikePan } from '../../../src/domain/luhn.js';

const digit = fc.integer({ min: 0, max: 9 });

describe('a card number', () => {
  it.each([
    '4111111111111111',
    '5555555555554444',
    '378282246310005',
    '5060990580000217499',
    '4222222222222',
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
  ])('is told from %s', (text) => {
    expect(looksLikePan(text)).toBe(true);
  });

  it.each([
    '4111111111111112',
    '5010000019',
    '411111111111',
    '41111111111111111111',
    'card_4111111111111111',
    '',
  ])('is not seen in "%s"', (text) => {
    expect(looksLikePan(text)).toBe(false);
  });

  it('is told for exactly one last digit of ten', () => {
    fc.assert(
      fc.property(fc.array(digit, { minLength: 12, maxLength: 18 }), (digits) => {
        const found = Array.from({ length: 10 }, (_, last) => digits.join('') + last).filter(
          looksLikePan,
        );
        expect(found).toHaveLength(1);
      }),
    );
  });
});
