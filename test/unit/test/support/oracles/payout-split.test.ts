import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PayoutTerms, splitPayout } from '../../../../support/oracles/payout-split.js';

const terms: PayoutTerms = {
  limitMinor: 1_000_000_000n,
  feeMinor: 0n,
  thresholdMinor: 1_000_000n,
  dutyMinor: 5_000n,
};

/** Amounts and duties, one after the other. */
function parts(grossMinor: bigint, changed: Partial<PayoutTerms> = {}): bigint[] {
  return splitPayout(grossMinor, { ...terms, ...changed }).flatMap((part) => [
    part.amountMinor,
    part.dutyMinor,
  ]);
}

describe('the transfers of a payout', () => {
  it.each([
    [0n, []],
    [1n, [1n, 0n]],
    [999_999n, [999_999n, 0n]],
    // a transfer of the threshold costs the duty; what cannot bear it goes without, just below the threshold
    [1_000_000n, [999_999n, 0n]],
    [1_004_999n, [999_999n, 0n]],
    [1_005_000n, [1_000_000n, 5_000n]],
    [5_000_000n, [4_995_000n, 5_000n]],
    [1_000_005_000n, [1_000_000_000n, 5_000n]],
    [1_000_005_001n, [1_000_000_000n, 5_000n, 1n, 0n]],
    [2_000_010_000n, [1_000_000_000n, 5_000n, 1_000_000_000n, 5_000n]],
  ])('%s is sent as %s', (gross, sent) => {
    expect(parts(gross)).toEqual(sent);
  });

  it('bear their fee each', () => {
    expect(parts(1_075n, { feeMinor: 1_075n })).toEqual([]);
    expect(parts(1_076n, { feeMinor: 1_075n })).toEqual([1n, 0n]);
    expect(parts(102_151n, { feeMinor: 1_075n, limitMinor: 50_000n })).toEqual([
      ...[50_000n, 0n],
      ...[50_000n, 0n],
    ]);
  });

  const amount = fc.bigInt(0n, 30_000_000n);
  const given = fc.record({
    limitMinor: fc.bigInt(500_000n, 20_000_000n),
    feeMinor: fc.bigInt(0n, 10_000n),
    thresholdMinor: fc.bigInt(400_000n, 3_000_000n),
    dutyMinor: fc.bigInt(0n, 10_000n),
  });

  it('never cost more than there is, and leave no more than one more kobo could cost', () => {
    const property = fc.property(amount, given, (gross, some) => {
      const sent = splitPayout(gross, some);
      const cost = (amountMinor: bigint) =>
        amountMinor + some.feeMinor + (amountMinor >= some.thresholdMinor ? some.dutyMinor : 0n);
      const rest = sent.reduce((left, { amountMinor }) => left - cost(amountMinor), gross);
      expect(rest).toBeGreaterThanOrEqual(0n);
      expect(sent.every((part) => part.amountMinor <= some.limitMinor)).toBe(true);
      const last = sent.at(-1);
      // either another transfer does not pay, or the last one could not be a kobo more
      if (last !== undefined && last.amountMinor < some.limitMinor)
        expect(rest).toBeLessThan(cost(last.amountMinor + 1n) - cost(last.amountMinor));
      else expect(rest).toBeLessThanOrEqual(some.feeMinor);
    });
    fc.assert(property, { numRuns: 2_000 });
  });
});
