import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameScore, sameName } from '../../../src/domain/name-score.js';

describe('how like two names are', () => {
  it.each([
    ['Sandbox Shop', 'SANDBOX SHOP LTD', 100],
    ['Adébáyọ̀ Foods Nigeria Limited', 'ADEBAYO FOODS', 100],
    ['Obi Ada', 'MRS ADA OBI', 100],
    ['Emeka Motors', 'EMEKA MOTO', 100],
    ['Sandbox Shop', 'SANDBOX STORES', 64],
    ['Sandbox Shop', 'EMEKA OKAFOR', 0],
    ['The Company Ltd', 'Ltd', 100],
    ['Ada', '---', 0],
  ])('%s and %s: %i', (one, other, score) => {
    expect(nameScore(one, other)).toBe(score);
    expect(nameScore(other, one)).toBe(score);
  });

  it('is 100 with itself, 0 to 100 with all others, and the same both ways', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        const score = nameScore(one, other);
        expect(score).toBe(nameScore(other, one));
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
        if (/[A-Za-z]/.test(one)) expect(nameScore(one, one)).toBe(100);
      }),
    );
  });

  it('does not take a person for another with one name in common', () => {
    expect(nameScore('Ada Chukwuemeka', 'ADA OLUWASEUN')).toBeLessThan(sameName);
  });
});
