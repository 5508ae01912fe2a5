import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PayoutPart, splitPayout } from '../../../support/oracles/payout-split.js';
import { drawCases } from '../../../support/model-play.js';
import { Shop } from '../../../support/shop.js';

let shop: Shop;

beforeAll(async () => {
  shop = await Shop.open(2);
});
afterAll(() => shop[Symbol.asyncDispose]());

it('the SQL function splits as the TypeScript one does', async () => {
  const cases = drawCases(
    'how a payout is split',
    fc.record({
      gross: fc.oneof(
        fc.bigInt(0n, 20_000n),
        fc.bigInt(990_000n, 1_020_000n),
        fc.bigInt(0n, 60_000_000n),
      ),
      limit: fc.constantFrom(
        1_000_000n,
        999_999n,
        1_000_001n,
        1_004_999n,
        50_000_000n,
        1_000_000_000n,
      ),
      fee: fc.constantFrom(0n, 1n, 1_075n, 5_000n),
      threshold: fc.constantFrom(1_000_000n, 9_223_372_036_854_775_807n),
      duty: fc.constantFrom(0n, 5_000n),
    }),
    500,
  );
  const { rows } = await shop.pool.query<{ parts: readonly { amount: string; duty: string }[] }>(
    `select coalesce((
              select jsonb_agg(jsonb_build_object('amount', amount_minor::text, 'duty', duty_minor::text) order by part)
                from split_payout(g.gross, g.most, g.fee, g.threshold, g.duty)), '[]') as parts
       from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
            with ordinality as g (gross, most, fee, threshold, duty, n)
      order by n`,
    (['gross', 'limit', 'fee', 'threshold', 'duty'] as const).map((name) =>
      cases.map((given) => given[name]),
    ),
  );
  const bySql = rows.map(({ parts }) =>
    parts.map(({ amount, duty }): PayoutPart => ({
      amountMinor: BigInt(amount),
      dutyMinor: BigInt(duty),
    })),
  );
  const byRule = cases.map(({ gross, limit, fee, threshold, duty }) =>
    splitPayout(gross, {
      limitMinor: limit,
      feeMinor: fee,
      thresholdMinor: threshold,
      dutyMinor: duty,
    }),
  );
  expect(bySql).toEqual(byRule);
});
