import { expect, it } from 'vitest';
import { amountRules, fitsAmountRule } from '../../../src/domain/amount-rule.js';

it.each([
  ['EXACT', [false, true, false]],
  ['AT_LEAST', [false, true, true]],
  ['AT_MOST', [true, true, false]],
  ['ANY', [true, true, true]],
] as const)('%s: less, as much, more fit: %j', (rule, fits) => {
  expect([99n, 100n, 101n].map((amount) => fitsAmountRule(rule, amount, 100n))).toEqual(fits);
});

it('has every rule', () => {
  expect(amountRules).toHaveLength(4);
});
