import { expect, test } from 'vitest';
import { addCounts, noSettlements } from '../../../src/domain/settlement-counts.js';

test('every count is added, amounts beyond what a number can hold as well', () => {
  const one = {
    merchants: 20,
    settled: 12,
    amountMinor: '9007199254740993',
    belowMinimum: 3,
    onHold: 2,
    withoutAccount: 1,
    failed: 2,
    untold: 4,
  };
  expect(addCounts(noSettlements, one)).toEqual(one);
  expect(addCounts(one, one)).toEqual({
    merchants: 40,
    settled: 24,
    amountMinor: '18014398509481986',
    belowMinimum: 6,
    onHold: 4,
    withoutAccount: 2,
    failed: 4,
    untold: 8,
  });
  // A run that has locked nobody out says nothing of it.
  expect(addCounts({ ...one, locked: 3 }, one)).toMatchObject({ locked: 3 });
  expect(addCounts({ ...one, locked: 3 }, { ...one, locked: 4 })).toMatchObject({ locked: 7 });
});
