import { describe, expect, it } from 'vitest';
import { ageText, caseHeadline } from '../../../src/domain/case-headline.js';

const hourMs = 3_600_000;
const credit = {
  amountMinor: 770_000n,
  dueMinor: null,
  paidMinor: null,
  payer: { accountName: 'TUNDE BAKARE', accountNumber: '0123454455', bankName: 'Access Bank' },
  accountNumber: '5019990123',
  merchantName: null,
  since: new Date('2026-11-23T13:05:00Z'),
};
const seen = { ageMs: 2 * hourMs, isOutward: false };

describe('the first line of a case', () => {
  it.each([
    [credit, '₦7,700.00 from TUNDE BAKARE, Access Bank ****4455, to 5019990123, 2 h old'],
    [{ ...credit, payer: {} }, '₦7,700.00, to 5019990123, 2 h old'],
    [
      { ...credit, payer: { accountNumber: '0123454455' } },
      '₦7,700.00 from ****4455, to 5019990123, 2 h old',
    ],
    [
      { ...credit, payer: {}, dueMinor: 1_000_000n, paidMinor: 770_000n },
      '₦7,700.00 (₦7,700.00 of ₦10,000.00 paid), to 5019990123, 2 h old',
    ],
    [
      { ...credit, amountMinor: null, payer: {}, accountNumber: null, merchantName: 'ADA STORES' },
      'ADA STORES, 2 h old',
    ],
  ])('%#: names what is known', (facts, line) => {
    expect(caseHeadline(facts, seen)).toBe(line);
  });

  it('says where money goes that goes out', () => {
    expect(caseHeadline(credit, { ...seen, isOutward: true })).toBe(
      '₦7,700.00 to TUNDE BAKARE, Access Bank ****4455, 2 h old',
    );
  });

  it('says since when, where it is read later', () => {
    expect(caseHeadline(credit)).toMatch(/, since 2026-11-23 14:05 \(Lagos\)$/);
  });

  it.each([
    [-5, '0 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [2 * hourMs - 1, '119 min'],
    [2 * hourMs, '2 h'],
    [48 * hourMs - 1, '47 h'],
    [72 * hourMs, '3 days'],
  ])('%i ms are %s', (ageMs, text) => {
    expect(ageText(ageMs)).toBe(text);
  });
});
