import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountNumber, checkDigit, isNubanValid } from '../../../src/domain/nuban.js';

const vectors = [
  ['011', '000001457', '9'], // published CBN example
  ['011', '000000022', '0'], // published CBN example: 10 becomes 0
  ['058', '000000001', '8'],
  ['044', '069000003', '2'],
  ['057', '123456789', '9'],
  ['214', '123456789', '0'],
  ['50547', '000021457', '9'],
  ['50515', '000021457', '6'],
  ['50211', '000000001', '9'],
  ['51318', '000000001', '2'],
  ['090110', '000000001', '4'],
  ['120001', '000000001', '7'],
  ['999992', '000000001', '4'],
] as const;

const bankCodes = fc.constantFrom('011', '058', '214', '50547', '51318', '090110', '999992');
const serials = fc.integer({ min: 0, max: 999_999 });
const prefixes = fc.integer({ min: 0, max: 999 }).map((n) => String(n).padStart(3, '0'));

describe('NUBAN', () => {
  it.each(vectors)('bank %s, serial %s: check digit %s', (bankCode, serial, digit) => {
    expect(checkDigit(bankCode, serial)).toBe(digit);
    expect(isNubanValid(bankCode, serial + digit)).toBe(true);
  });

  it.each(vectors)(
    'bank %s, serial %s: every other check digit is refused',
    (bankCode, serial, digit) => {
      for (const other of '0123456789'.replace(digit, '')) {
        expect(isNubanValid(bankCode, serial + other)).toBe(false);
      }
    },
  );

  it.each([
    ['a wrong digit', '011', '0000014578'],
    ['nine digits', '011', '000001457'],
    ['eleven digits', '011', '00000145790'],
    ['letters', '011', '00000145A9'],
    ['full-width digits', '011', '００００014579'],
    ['a space', '011', '0000014579 '],
    ['a space within', '011', '00000 4579'],
    ['a line break', '011', '0000014579\n'],
    ['nothing', '011', ''],
    ['a bank code of 4 digits', '0110', '0000014579'],
    ['a bank code of letters', 'ABC', '0000014579'],
  ])('refuses %s', (_what, bankCode, number) => {
    expect(isNubanValid(bankCode, number)).toBe(false);
  });

  it('throws rather than mint from a malformed code, serial or prefix', () => {
    expect(() => checkDigit('0110', '000001457')).toThrow(RangeError);
    expect(() => checkDigit('011', '00001457')).toThrow(RangeError);
    expect(() => accountNumber('50', 1, '011')).toThrow(RangeError);
    expect(() => accountNumber('501', 1_000_000, '011')).toThrow(RangeError);
    expect(() => accountNumber('501', -1, '011')).toThrow(RangeError);
    expect(() => accountNumber('501', 1.5, '011')).toThrow(RangeError);
  });

  it('mints valid numbers of ten digits that begin with the prefix', () => {
    fc.assert(
      fc.property(prefixes, serials, bankCodes, (prefix, serial, bankCode) => {
        const number = accountNumber(prefix, serial, bankCode);
        expect(number).toMatch(/^[0-9]{10}$/);
        expect(number.slice(0, 3)).toBe(prefix);
        expect(Number(number.slice(3, 9))).toBe(serial);
        expect(isNubanValid(bankCode, number)).toBe(true);
      }),
    );
  });

  it('notices any single wrong digit', () => {
    const slip = fc.record({
      at: fc.integer({ min: 0, max: 9 }),
      by: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(prefixes, serials, bankCodes, slip, (prefix, serial, bankCode, { at, by }) => {
        const digits = accountNumber(prefix, serial, bankCode).split('');
        digits[at] = String((Number(digits[at]) + by) % 10);
        expect(isNubanValid(bankCode, digits.join(''))).toBe(false);
      }),
    );
  });
});
