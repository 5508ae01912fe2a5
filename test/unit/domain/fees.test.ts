import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { feeOn, grossUp, type FeePlan } from '../../../src/domain/fees.js';

const transferPlan: FeePlan = {
  rateBps: 100,
  flatMinor: 0n,
  flatWaivedBelowMinor: 0n,
  capMinor: 30_000n,
  vatBps: 750,
};
const cardPlan: FeePlan = {
  rateBps: 150,
  flatMinor: 10_000n,
  flatWaivedBelowMinor: 250_000n,
  capMinor: 200_000n,
  vatBps: 750,
};

// plan, amount, fee, VAT, what the merchant keeps, what the customer pays when the customer bears the fee
const vectors = [
  ['transfer', transferPlan, 10_000n, 100n, 8n, 9_892n, 10_109n],
  ['transfer', transferPlan, 99_999n, 1_000n, 75n, 98_924n, 101_086n],
  ['transfer', transferPlan, 249_900n, 2_499n, 187n, 247_214n, 252_615n],
  ['transfer', transferPlan, 250_000n, 2_500n, 188n, 247_312n, 252_717n],
  ['transfer', transferPlan, 1_000_000n, 10_000n, 750n, 989_250n, 1_010_867n],
  ['transfer', transferPlan, 3_000_000n, 30_000n, 2_250n, 2_967_750n, 3_032_250n],
  ['transfer', transferPlan, 50_000_000n, 30_000n, 2_250n, 49_967_750n, 50_032_250n],
  ['card', cardPlan, 10_000n, 150n, 11n, 9_839n, 10_163n],
  ['card', cardPlan, 99_999n, 1_500n, 113n, 98_386n, 101_638n],
  ['card', cardPlan, 249_900n, 3_749n, 281n, 245_870n, 264_922n],
  ['card', cardPlan, 250_000n, 13_750n, 1_031n, 235_219n, 265_023n],
  ['card', cardPlan, 1_000_000n, 25_000n, 1_875n, 973_125n, 1_027_316n],
  ['card', cardPlan, 3_000_000n, 55_000n, 4_125n, 2_940_875n, 3_060_094n],
  ['card', cardPlan, 50_000_000n, 200_000n, 15_000n, 49_785_000n, 50_215_000n],
] as const;

const plans = fc.record({
  rateBps: fc.integer({ min: 0, max: 2_000 }),
  flatMinor: fc.bigInt({ min: 0n, max: 50_000n }),
  flatWaivedBelowMinor: fc.bigInt({ min: 0n, max: 1_000_000n }),
  capMinor: fc.bigInt({ min: 0n, max: 500_000n }),
  vatBps: fc.integer({ min: 0, max: 2_000 }),
});
const amounts = fc.bigInt({ min: 1n, max: 10n ** 12n });

describe('fees', () => {
  it.each(vectors)(
    '%s plan, %#: the merchant bears the fee',
    (_name, plan, amount, feeMinor, vatMinor, net) => {
      expect(feeOn(plan, amount)).toEqual({ feeMinor, vatMinor });
      expect(amount - feeMinor - vatMinor).toBe(net);
    },
  );

  it.each(vectors)(
    '%s plan, %#: the customer bears the fee',
    (_name, plan, amount, _fee, _vat, _net, payable) => {
      expect(grossUp(plan, amount)).toBe(payable);
      const { feeMinor, vatMinor } = feeOn(plan, payable);
      expect(payable - feeMinor - vatMinor).toBeGreaterThanOrEqual(amount);
    },
  );

  it('splits the customer-borne fee of the ledger example: 1,010,867 leaves the merchant 1,000,000', () => {
    expect(feeOn(transferPlan, 1_010_867n)).toEqual({ feeMinor: 10_109n, vatMinor: 758n });
  });

  it('never falls as the amount grows, and never exceeds the cap', () => {
    fc.assert(
      fc.property(plans, amounts, fc.bigInt({ min: 0n, max: 10n ** 9n }), (plan, amount, more) => {
        const smaller = feeOn(plan, amount);
        const larger = feeOn(plan, amount + more);
        expect(larger.feeMinor).toBeGreaterThanOrEqual(smaller.feeMinor);
        expect(larger.vatMinor).toBeGreaterThanOrEqual(smaller.vatMinor);
        expect(larger.feeMinor).toBeLessThanOrEqual(plan.capMinor);
      }),
    );
  });

  it('grosses up to the least payment that leaves the merchant whole', () => {
    fc.assert(
      fc.property(plans, amounts, (plan, amount) => {
        const payable = grossUp(plan, amount);
        const net = (paid: bigint): bigint => {
          const { feeMinor, vatMinor } = feeOn(plan, paid);
          return paid - feeMinor - vatMinor;
        };
        expect(net(payable)).toBe(amount);
        for (let paid = payable - 1n; paid >= amount && paid > payable - 200n; paid -= 1n) {
          expect(net(paid)).toBeLessThan(amount);
        }
      }),
    );
  });
});
