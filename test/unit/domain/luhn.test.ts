import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdsPan, looksLikePan, withoutPans } from '../../../src/domain/luhn.js';

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

describe('a text that is for something else', () => {
  it.each([
    ['4111111111111111', '************1111'],
    ['ORD-5555555555554444', 'ORD-************4444'],
    ['paid by 4111 1111 1111 1111, thanks', 'paid by ************1111, thanks'],
    ['card:5060-9905-8000-0217-499', 'card:***************7499'],
    ['3782 822463 10005 and 378282246310005', '***********0005 and ***********0005'],
  ])('holds a card’s number: %s', (text, hidden) => {
    expect(holdsPan(text)).toBe(true);
    expect(withoutPans(text)).toBe(hidden);
  });

  it.each([
    '4111111111111112',
    '1732281600004', // a time in milliseconds that passes Luhn
    '2348031234567',
    '000013261122120000123456789012',
    '446655440000-4111-1111-1111-1111a',
    'a4111111111111111b',
    'ORD-1001',
    '',
  ])('holds none: %s', (text) => {
    expect(holdsPan(text)).toBe(false);
    expect(withoutPans(text)).toBe(text);
  });

  it('holds none in UUIDs and hashes, whatever digits they have', () => {
    const hash = fc.string({
      unit: fc.constantFrom(...'0123456789abcdef'),
      minLength: 32,
      maxLength: 64,
    });
    fc.assert(fc.property(fc.uuid(), (uuid) => !holdsPan(uuid)));
    fc.assert(fc.property(hash, (hex) => /^\d+$/.test(hex) || !holdsPan(hex)));
  });
});
