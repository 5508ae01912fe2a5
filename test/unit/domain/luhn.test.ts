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
    'card_4111111111111111',
    'card_4111-1111-1111-1111',
    'card_4111_1111_1111_1111',
    'card_41-11111111-111111',
    'tok_v1_4111111111111111_x',
    'card_id4111111111111111',
    '4111\u00a01111\u00a01111\u00a01111',
    '4111.1111.1111.1111',
    '４１１１１１１１１１１１１１１１',
    'card_٤١١١١١١١١١١١١١١١',
    '4\u200b111111111111111',
  ])('is told from %s', (text) => {
    expect(looksLikePan(text)).toBe(true);
  });

  it.each([
    '4111111111111112',
    '5010000019',
    '411111111111',
    '41111111111111111111',
    'card_4111111111111112',
    'card_1732281600004', // a serial number of no scheme
    'card_9f8e7d6c41111111111111119f8e7d6c',
    'card_01JDN5Q0M7V4Z8Y3X2W1T0S9RF',
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
    ['a4111111111111111b', 'a************1111b'],
    ['INV4111111111111111', 'INV************1111'],
    ['exp1227pan4111111111111111cvv', 'exp1227pan************1111cvv'],
    ['tok_4111111111111111', 'tok_************1111'],
    ['4111 1111 1111 1111 12 27', '************1111 12 27'],
    ['4111 1111 1111 1111 1227 123', '************1111 1227 123'],
    ['4111/1111/1111/1111', '************1111'],
    ['4111 - 1111 - 1111 - 1111', '************1111'],
    ['4111\u00a01111\u20091111\u202f1111', '************1111'],
    ['４１１１ １１１１ １１１１ １１１１', '************1111'],
    ['٤١١١١١١١١١١١١١١١', '************1111'],
    ['𝟺𝟷𝟷𝟷𝟷𝟷𝟷𝟷𝟷𝟷𝟷𝟷𝟷𝟷𝟷𝟷', '************1111'],
    ['41 11 11 11 11 11 11 11', '************1111'],
    ['4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1', '************1111'],
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
    'de4111111111111111a1', // hexadecimal
    '4111-1111-1111-1111-1111', // a prepaid meter's token
    '1234 4111 1111 1111 1111',
    '3012345678 5000', // an account and an amount
    '2026-11-26 12:04:45.123',
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

  it('is read in time that grows with its length', () => {
    for (const piece of ['4', '4 ', '4112 ', 'a1', '4111-1111-1111-1112-']) {
      expect(holdsPan(piece.repeat(50_000 / piece.length))).toBe(false);
    }
    expect(withoutPans('4111111111111111 '.repeat(10_000))).toHaveLength(170_000);
  });
});
