import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatCount,
  formatNaira,
  fromJsonAmount,
  fromPayloadAmount,
  toJsonAmount,
  toPayloadAmount,
} from '../../../src/domain/money.js';

describe('money', () => {
  it.each([
    [0n, '₦0.00'],
    [1n, '₦0.01'],
    [99_999n, '₦999.99'],
    [100_000n, '₦1,000.00'],
    [1_000_000n, '₦10,000.00'],
    [123_456_789n, '₦1,234,567.89'],
    [-1_005n, '-₦10.05'],
  ])('formats %s kobo as %s', (amountMinor, text) => {
    expect(formatNaira(amountMinor)).toBe(text);
  });

  it.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1,000'],
    [1_234_567n, '1,234,567'],
  ])('formats a count of %s as %s', (count, text) => {
    expect(formatCount(count)).toBe(text);
  });

  it('loses nothing when it is formatted', () => {
    fc.assert(
      fc.property(fc.bigInt(), (amountMinor) => {
        expect(BigInt(formatNaira(amountMinor).replace(/[₦,.]/g, ''))).toBe(amountMinor);
      }),
    );
  });

  it('goes through a JSON number unchanged up to the safe integers, and is refused beyond', () => {
    const safe = BigInt(Number.MAX_SAFE_INTEGER);
    fc.assert(
      fc.property(fc.bigInt({ min: -safe, max: safe }), (amountMinor) => {
        expect(fromJsonAmount(toJsonAmount(amountMinor))).toBe(amountMinor);
      }),
    );
    expect(() => toJsonAmount(safe + 1n)).toThrow(RangeError);
    expect(() => toJsonAmount(-safe - 1n)).toThrow(RangeError);
  });

  it.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    'refuses the JSON number %s',
    (amount) => {
      expect(() => fromJsonAmount(amount)).toThrow(RangeError);
    },
  );

  it('goes through a Temporal payload unchanged', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 19n), max: 10n ** 19n }), (amountMinor) => {
        expect(fromPayloadAmount(toPayloadAmount(amountMinor))).toBe(amountMinor);
      }),
    );
  });

  it.each(['', '1.0', '1e3', '0x10', ' 1', '+1', '１'])('refuses the payload "%s"', (text) => {
    expect(() => fromPayloadAmount(text)).toThrow(RangeError);
  });
});
