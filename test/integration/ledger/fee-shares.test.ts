import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { feeShares } from '../../support/oracles/fee-shares.js';
import { drawCases } from '../../support/model-play.js';
import { Shop } from '../../support/shop.js';

let shop: Shop;

beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop[Symbol.asyncDispose]());

const fee = fc.bigInt(0n, 2_000_000n);
const cases = fc.record({
  amounts: fc.array(fc.oneof(fc.constant(1n), fc.bigInt(1n, 9_000_000_000_000n)), {
    minLength: 1,
    maxLength: 5,
  }),
  feeMinor: fee,
  vatMinor: fee,
});

it('the shares of a fee are whole kobo, none below 0, that sum to the fee and its VAT, and none beyond its payment', async () => {
  for (const { amounts, feeMinor, vatMinor } of drawCases('fee shares', cases, 300)) {
    const accepted = amounts.reduce((sum, each) => sum + each, 0n);
    const shares = await Promise.all(
      amounts.map(async (amount, nth) => {
        const before = amounts.slice(0, nth).reduce((sum, each) => sum + each, 0n);
        const { rows } = await shop.pool.query<{ fee_minor: bigint; vat_minor: bigint }>(
          'select * from fee_share($1, $2, $3, $4, $5)',
          [feeMinor, vatMinor, before, before + amount, accepted],
        );
        return { feeMinor: rows[0]?.fee_minor ?? -1n, vatMinor: rows[0]?.vat_minor ?? -1n };
      }),
    );
    expect(shares).toEqual(feeShares(amounts, { feeMinor, vatMinor }));
    const sum = (pick: 'feeMinor' | 'vatMinor') =>
      shares.reduce((total, each) => total + each[pick], 0n);
    expect([sum('feeMinor'), sum('vatMinor')]).toEqual([feeMinor, vatMinor]);
    for (const [nth, share] of shares.entries()) {
      expect(share.feeMinor >= 0n && share.vatMinor >= 0n).toBe(true);
      if (feeMinor + vatMinor <= accepted)
        expect(share.feeMinor + share.vatMinor <= (amounts[nth] ?? 0n)).toBe(true);
    }
  }
});
