import { describe, expect, it } from 'vitest';
import { koboOf } from '../../../../src/operators/desk/journal-routes.js';

describe('an amount as people write it', () => {
  it.each([
    ['3,000.50', 300_050],
    ['3000', 300_000],
    [' ₦3,000.5 ', 300_050],
    ['0.01', 1],
  ])('%j is %i kobo', (text, kobo) => {
    expect(koboOf(text)).toBe(kobo);
  });

  it.each(['', 'abc', '1.234', '-5', '1e3', '12345678901234', '3000,50', '3,0000.00', undefined])(
    '%j is none',
    (text) => {
      expect(() => koboOf(text)).toThrow('naira');
    },
  );
});
