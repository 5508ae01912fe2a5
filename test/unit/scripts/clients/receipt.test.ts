import { describe, expect, it } from 'vitest';
import { amountsMinor, missingLines } from '../../../../scripts/clients/receipt.ts';

const paid = (amount: bigint | number | string): string =>
  ['initiate', 'create-account', 'inward-credit', 'query', 'complete-checkout SUCCESSFUL']
    .map((step) => `${step} ${amount}\n`)
    .join('');

describe('what a generated client must print', () => {
  it('is each step with the amount, to the kobo', () => {
    const printed = amountsMinor.map(paid).join('');
    for (const amount of amountsMinor) expect(missingLines(printed, amount)).toEqual([]);
  });

  it.each(amountsMinor)('tells a small float from %s', (amount) => {
    expect(missingLines(paid(Math.fround(Number(amount))), amount)).toHaveLength(5);
  });

  it('is a whole number', () => {
    expect(missingLines(paid('16777217.0'), 16_777_217n)).toHaveLength(5);
    expect(missingLines(paid('1.6777217E7'), 16_777_217n)).toHaveLength(5);
  });

  it('names the step that is missing, or did not end well', () => {
    const printed = paid(16_777_217n);
    expect(missingLines(printed.replace('query', 'quarry'), 16_777_217n)).toEqual([
      'query 16777217',
    ]);
    expect(missingLines(printed.replace('SUCCESSFUL', 'PROCESSING'), 16_777_217n)).toEqual([
      'complete-checkout SUCCESSFUL 16777217',
    ]);
  });
});
