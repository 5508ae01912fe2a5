import { describe, expect, it } from 'vitest';
import type { Shop } from './shop.js';
import { answerOf, eventually } from './surroundings.js';
import type { ScenarioWorld } from './scenario-world.js';
import { useWorld } from './shared-world.js';

/** 29: the vectors of the fee plans, to the kobo: transfers (plan T) and cards (plan C), whoever bears the fee. */

let world: ScenarioWorld;
const shops = {} as Record<'MERCHANT' | 'CUSTOMER', Shop>;
useWorld(async (shared) => {
  world = shared;
  shops.MERCHANT = world.shop;
  shops.CUSTOMER = await world.newShop('Customer Pays Shop');
  await world.query(`update merchant set fee_bearer = 'CUSTOMER' where merchant_id = $1`, [
    shops.CUSTOMER.merchant.merchantId,
  ]);
  await eventually(async () =>
    expect((await shops.CUSTOMER.initiate()).initiated.data.feeBearer).toBe('CUSTOMER'),
  );
});

type Parts = readonly [fee: number, vat: number, net: number];

/** What is asked; then of each plan the parts when the merchant bears them, and what is paid when the customer does. */
const vectors: readonly (readonly [number, Parts, number, Parts, number])[] = [
  [10_000, [100, 8, 9_892], 10_109, [150, 11, 9_839], 10_163],
  [99_999, [1_000, 75, 98_924], 101_086, [1_500, 113, 98_386], 101_638],
  [249_900, [2_499, 187, 247_214], 252_615, [3_749, 281, 245_870], 264_922],
  [250_000, [2_500, 188, 247_312], 252_717, [13_750, 1_031, 235_219], 265_023],
  [1_000_000, [10_000, 750, 989_250], 1_010_867, [25_000, 1_875, 973_125], 1_027_316],
  [3_000_000, [30_000, 2_250, 2_967_750], 3_032_250, [55_000, 4_125, 2_940_875], 3_060_094],
  [50_000_000, [30_000, 2_250, 49_967_750], 50_032_250, [200_000, 15_000, 49_785_000], 50_215_000],
];

describe.concurrent.each(vectors)('%d kobo', (amount, T, payableT, C, payableC) => {
  it.each([
    ['MERCHANT', 'Bank', amount, T],
    ['MERCHANT', 'Card', amount, C],
    ['CUSTOMER', 'Bank', payableT, null],
    ['CUSTOMER', 'Card', payableC, null],
  ] as const)('29: %s bears it, paid by %s', async (bearer, channel, payable, parts) => {
    const sale = await shops[bearer].open({ amount });
    const { data } = sale.initiated;
    expect(data).toMatchObject({
      amount,
      feeBearer: bearer,
      amountPayableByChannel: { [channel]: payable },
    });
    const reply =
      channel === 'Card'
        ? await sale.complete({ paymentChannel: 'Card', account: 'card_ok', amount: payable })
        : await sale.pay().then(() => sale.complete({}, { prefer: 'wait=20' }));
    expect(answerOf(reply), reply.text).toBe('200/00');
    const { fee, vat, settlementAmount } = reply.data as Record<string, number>;
    const net = parts === null ? amount : parts[2];
    if (parts !== null) expect([fee, vat]).toEqual(parts.slice(0, 2));
    expect(Number(fee) + Number(vat)).toBe(payable - net);
    expect(settlementAmount).toBe(net);
    await sale.until({
      status: 'SUCCESSFUL',
      amount,
      amountExpected: payable,
      amountPaid: payable,
      amountAccepted: payable,
    });
    await sale.wasTold(['collection.received', 'checkout.successful']);
    expect(sale.told[1]?.data).toMatchObject({
      fee,
      vat,
      feeBearer: bearer,
      settlementAmount: net,
      paymentChannel: channel,
    });
    expect(await sale.earned()).toBe(net);
  });
});

describe('all of it together', () => {
  it('29: leaves books that hold, and that agree with the bank', () => world.proveMoney());
});
