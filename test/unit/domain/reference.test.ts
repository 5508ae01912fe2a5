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
import { plainName } from '../../../src/domain/texts.js';

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
  it.each([
    ...['Ada', 'Ọláńrewájú', "O'Neil", 'O’Neil', 'O`Neil', 'ʼYarʼAdua', 'Anne-Marie', 'Anne–Marie'],
    ...[
      'St. John',
      'Ng',
      'Ada (Mrs)',
      'Ada [Mrs]',
      'Obi, Jr',
      'Ada 2',
      'Mary\u00A0Ann',
      'Ada “Sugar” Obi',
    ],
    ...['Ɗanjuma', 'ọ́'.repeat(50), 'A'.repeat(50), 'محمّد', '李小龙', 'A/B'],
  ])('may be %s', (name) => {
    expect(personNamePattern.test(plainName(name))).toBe(true);
  });

  it.each([
    ...['', '---', '24', '\u200B', 'Ada<b>', 'Ada@b', 'A'.repeat(51), 'ọ́'.repeat(51)],
    ...['😀', `A${'\u0301'.repeat(6)}`, '\u0323Ada'],
  ])('may not be "%s"', (name) => {
    expect(personNamePattern.test(plainName(name))).toBe(false);
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
