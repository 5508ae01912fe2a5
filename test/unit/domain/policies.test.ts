import { expect, it } from 'vitest';
import { defaultPolicies, policyChoices, resolvePolicies } from '../../../src/domain/policies.js';

it('takes what the checkout says over what the merchant says over the defaults', () => {
  const merchant = { underpaid: 'ACCEPT', overpaid: 'KEEP', tolerance: 50 } as const;
  expect(resolvePolicies(merchant, { overpaid: 'REFUND_ALL' })).toEqual({
    ...defaultPolicies,
    underpaid: 'ACCEPT',
    overpaid: 'REFUND_ALL',
    tolerance: 50,
  });
  expect(resolvePolicies(undefined, {})).toEqual(defaultPolicies);
});

it('has a default among the choices of every policy', () => {
  const { tolerance, ...chosen } = defaultPolicies;
  expect(tolerance).toBe(0);
  expect(Object.keys(chosen).toSorted()).toEqual(Object.keys(policyChoices).toSorted());
  for (const [name, choices] of Object.entries(policyChoices)) {
    expect(choices).toContain(chosen[name as keyof typeof chosen]);
  }
});
