import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accessCodePattern,
  accountNumberPattern,
  lowerCaseDomain,
  paymentReferencePattern,
  personNamePattern,
  prefixPattern,
} from '../../../src/domain/reference.js';

describe('a payment reference', () => {
  it.each(['ORD-1001', 'a.b:c_d-e', '0', 'a1', 'A'.repeat(64)])('may be %s', (text) => {
    expect(paymentReferencePattern.test(text)).toBe(true);
  });

  it.each(['A'.repeat(65), '-ABC', 'a/bc', 'a?bc', 'a#bc', 'a%bc', 'a bc', 'abcd\n', 'abçd', ''])(
    'may not be "%s"',
    (text) => {
      expect(paymentReferencePattern.test(text)).toBe(false);
    },
  );

  it('never needs escaping in a path', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/), (text) => {
        expect(paymentReferencePattern.test(text)).toBe(true);
        expect(new URL(`http://host/${text}`).pathname).toBe(`/${text}`);
      }),
    );
  });
});

describe('a name', () => {
  it.each(['Ada', 'Ọláńrewájú', "O'Neil", 'O’Neil', 'Anne-Marie', 'St. John', 'Ng'])(
    'may be %s',
    (name) => {
      expect(personNamePattern.test(name.normalize('NFC'))).toBe(true);
    },
  );

  it.each(['', 'Ada1', 'Ada<b>', 'Ada\n', '---', 'A'.repeat(51)])('may not be "%s"', (name) => {
    expect(personNamePattern.test(name)).toBe(false);
  });
});

describe('other fields', () => {
  it('knows prefixes, account numbers and access codes', () => {
    expect(prefixPattern.test('501')).toBe(true);
    expect(prefixPattern.test('50')).toBe(false);
    expect(accountNumberPattern.test('5010000014')).toBe(true);
    expect(accountNumberPattern.test('501000001')).toBe(false);
    expect(accessCodePattern.test(`ac_${'A_-9'.repeat(10)}abc`)).toBe(true);
    expect(accessCodePattern.test('ac_short')).toBe(false);
  });

  it('lower-cases the domain of an address and nothing else', () => {
    expect(lowerCaseDomain('Ada.Obi@Example.NG')).toBe('Ada.Obi@example.ng');
    expect(lowerCaseDomain('"A@B"@Example.NG')).toBe('"A@B"@example.ng');
  });
});
