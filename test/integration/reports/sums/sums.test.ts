import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { splits, type Split } from '../../../../src/reports/sums/split.js';
import { SumsService } from '../../../../src/reports/sums/sums.service.js';
import { PgSums, type Sums } from '../../../../src/reports/sums/sums.store.js';
import { drawCases } from '../../../support/model-play.js';
import { OrderPlayer, randomOrder, Reached } from '../../../support/random-orders.js';
import { SettlementWorld } from '../../../support/settlement-world.js';

const act = { size: 'rest', late: false, byCard: false, nth: 0, share: 300n, sent: true } as const;
/** Chance may draw no order of this kind, and the sums shall be of it. */
const refundedAndLost = {
  ...{ amountMinor: 100_000n, byCustomer: false, policies: {} },
  pays: [{ ...act, kind: 'pay' }],
  acts: [
    { ...act, kind: 'refund' },
    { ...act, kind: 'open' },
    { ...act, kind: 'lose' },
  ],
} as const;

let world: SettlementWorld;
let sums: PgSums;
const merchants: string[] = [];

beforeAll(async () => {
  world = await SettlementWorld.open(8);
  sums = new PgSums(world.shop.pool);
  const orders = drawCases('sums', randomOrder, 120);
  for (let nth = 0; nth < 3; nth += 1) {
    const merchantId = await world.merchant({ payoutFeeMinor: 2_500n });
    merchants.push(merchantId);
    await world.shop.pool.query(
      `insert into merchant_channel (merchant_id, channel, fee_plan_id, place) values ($1, 'Card', 'card', 2)`,
      [merchantId],
    );
    const player = new OrderPlayer(world, merchantId, new Reached());
    for (const order of orders.filter((_, at) => at % 3 === nth)) await player.play(order);
    await player.play(refundedAndLost);
    await world.settleAll(merchantId);
  }
});
afterAll(() => world[Symbol.asyncDispose]());

const all = { since: new Date(0), before: new Date(Date.now() + 86_400_000), currency: 'NGN' };
const sumsBy = (by: Split, merchantId: string | null, period: Partial<typeof all> = {}) =>
  sums.of({ ...all, ...period, by, merchantId });

const added = [
  ...['payments', 'grossMinor', 'feeMinor', 'refunds', 'refundMinor', 'disputeMinor'],
  ...['adjustmentMinor', 'netMinor', 'settledMinor', 'changeMinor', 'exceptions'],
  ...['initiated', 'paid'],
] as readonly Exclude<keyof Sums, 'key' | 'isTotal' | 'medianSeconds'>[];

function addUp(rows: readonly Sums[]): Record<string, bigint> {
  return Object.fromEntries(
    added.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0n)]),
  );
}

async function ledgerOf(merchantId: string): Promise<bigint> {
  const money = await world.moneyOf(merchantId);
  return (money['2100'] ?? 0n) + (money['2110'] ?? 0n) + (money['1300'] ?? 0n);
}

describe('sums', () => {
  it.each(splits)('by %s add up to the balances of the ledger, each in its own way', async (by) => {
    const whole: Record<string, bigint>[] = [];
    for (const merchantId of merchants) {
      const rows = await sumsBy(by, merchantId);
      const [total, ...others] = rows.filter(({ isTotal }) => isTotal);
      expect(others).toEqual([]);
      if (total === undefined) throw new Error('there is no total');
      expect(addUp(rows.filter(({ isTotal }) => !isTotal))).toEqual(addUp([total]));
      expect(total.changeMinor).toBe(await ledgerOf(merchantId));
      for (const row of rows) {
        const { grossMinor, feeMinor, refundMinor, disputeMinor, adjustmentMinor } = row;
        const net = grossMinor - feeMinor - refundMinor - disputeMinor + adjustmentMinor;
        expect(row.netMinor).toBe(net);
        expect(row.changeMinor).toBe(net - row.settledMinor);
      }
      whole.push(addUp([total]));
    }
    const everybody = (await sumsBy(by, null)).filter(({ isTotal }) => isTotal);
    for (const name of added) {
      expect([name, addUp(everybody)[name]]).toEqual([
        name,
        whole.reduce((sum, each) => sum + (each[name] ?? 0n), 0n),
      ]);
    }
  });

  it('are of something: payments, refunds, disputes, and payments that did not fit', async () => {
    const [total] = (await sumsBy('channel', null)).filter(({ isTotal }) => isTotal);
    const met = [
      'payments',
      'refunds',
      'disputeMinor',
      'settledMinor',
      'exceptions',
      'paid',
    ] as const;
    for (const name of met) expect([name, (total?.[name] ?? 0n) > 0n]).toEqual([name, true]);
    const { rows } = await world.shop.pool.query<{ initiated: bigint }>(
      'select count(*) as initiated from checkout',
    );
    expect(total?.initiated).toBe(rows[0]?.initiated);
    expect(total?.medianSeconds).toBeGreaterThanOrEqual(0);
  });

  it.each(['channel', 'provider'] as const)(
    'put a refund and a chargeback to the %s of their payment',
    async (by) => {
      const rows = (await sumsBy(by, null)).filter(({ isTotal }) => !isTotal);
      const nowhere = rows.find(({ key }) => key === '');
      expect(nowhere).toMatchObject({ payments: 0n, refundMinor: 0n, disputeMinor: 0n });
      expect(nowhere?.settledMinor).toBeGreaterThan(0n);
      const { refundMinor, disputeMinor } = addUp(rows);
      expect([refundMinor, disputeMinor].every((minor) => (minor ?? 0n) > 0n)).toBe(true);
    },
  );

  it('show a merchant nothing of the others', async () => {
    const stranger = await world.merchant();
    for (const by of splits) {
      const rows = await sumsBy(by, stranger);
      expect(rows.every(({ isTotal }) => isTotal)).toBe(true);
      expect(addUp(rows)).toEqual(Object.fromEntries(added.map((name) => [name, 0n])));
    }
  });

  it('tell the days of Lagos apart at midnight, from both sides', async () => {
    const merchantId = await world.merchant();
    const player = new OrderPlayer(world, merchantId, new Reached());
    const pay = { kind: 'pay', size: 'rest', late: false, byCard: false, nth: 0 } as const;
    const order = { amountMinor: 100_000n, byCustomer: false, policies: {}, acts: [] };
    const moments = ['2026-03-01T22:59:59.999Z', '2026-03-01T23:00:00.000Z'];
    for (const at of moments) {
      const reference = await player.play({
        ...order,
        pays: [{ ...pay, share: 1_000n, sent: false }],
      });
      await world.shop.pool.query(
        `with c as (update checkout set created_at = $3 where merchant_id = $1 and payment_reference = $2 returning checkout_id)
         update balance_transaction b set created_at = $3 from c join inward_credit k using (checkout_id)
          where b.source_type = 'credit' and b.source_id = k.credit_id`,
        [merchantId, reference, at],
      );
      await world.shop.pool.query(
        `with k as (update inward_credit k set outcome = 'DUPLICATE' from checkout c
                     where c.checkout_id = k.checkout_id and c.merchant_id = $1 and c.payment_reference = $2 returning k.credit_id)
         insert into noted_credit (merchant_id, received_at, credit_id, outcome) select $1, $3, credit_id, 'DUPLICATE' from k`,
        [merchantId, reference, at],
      );
    }
    const keys = async (by: Split) =>
      (await sumsBy(by, merchantId)).filter(({ isTotal }) => !isTotal).map(({ key }) => key);
    expect(await keys('day')).toEqual(['2026-03-01', '2026-03-02']);
    expect(await keys('hour')).toEqual(['2026-03-01T23:00+01:00', '2026-03-02T00:00+01:00']);
    const days = (await sumsBy('day', merchantId)).filter(({ isTotal }) => !isTotal);
    const one = { payments: 1n, initiated: 1n, exceptions: 1n };
    expect(days).toMatchObject([one, one]);
    const service = new SumsService(sums);
    for (const day of ['2026-03-01', '2026-03-02']) {
      const { total } = await service.of(merchantId, { from: day, to: day });
      expect(total).toMatchObject({
        ...{ payments: 1, initiated: 1, paid: 1 },
        ...{ exceptions: 1, grossAmount: 100_000 },
      });
    }
    const { total } = await service.of(merchantId, { from: '2026-03-03', to: '2026-03-03' });
    expect(total).toMatchObject({ payments: 0, medianSecondsToPay: null });
  });

  it('count a refund once, which comes back to the merchant without being another', async () => {
    const merchantId = await world.merchant();
    for (const [purpose, gross] of [
      ['requested', -700n],
      ['returned', 700n],
    ]) {
      await world.shop.pool.query(
        `insert into balance_transaction (merchant_id, currency, type, source_type, source_id, purpose, gross_minor, fee_minor,
                                          vat_minor, duty_minor, net_minor, due_on)
           values ($1, 'NGN', 'REFUND', 'refund', 'rfd_1', $2, $3, 0, 0, 0, $3, lagos_date(now()))`,
        [merchantId, purpose, gross],
      );
    }
    const [total] = (await sumsBy('day', merchantId)).filter(({ isTotal }) => isTotal);
    expect(total).toMatchObject({ refunds: 1n, refundMinor: 0n, netMinor: 0n });
  });

  it('tell the median time by the money that paid, and exceptions of their own currency', async () => {
    const { shop } = world;
    for (const [reference, seconds] of [
      ['median-1', 10],
      ['median-2', 20],
      ['median-3', 60],
    ] as const) {
      const order = await shop.order({ reference });
      await shop.payAndPost(order, 1_000_000n);
      if (reference === 'median-1') await shop.payAndPost(order, 1_000_000n);
      await shop.pool.query(
        `update inward_credit k
            set received_at = c.created_at + make_interval(secs => case when k.applied_minor > 0 then $2 else 1000 end)
           from checkout c where c.checkout_id = k.checkout_id and c.payment_reference = $1`,
        [reference, seconds],
      );
    }
    const whole = async () =>
      (await sumsBy('day', shop.merchantId)).find(({ isTotal }) => isTotal) as Sums;
    const { medianSeconds, exceptions } = await whole();
    expect(medianSeconds).toBeCloseTo(20, 3);
    expect(exceptions).toBe(1n);
    await shop.pool.query(
      `update inward_credit k set currency = 'USD' where k.merchant_id = $1 and k.outcome = 'DUPLICATE'`,
      [shop.merchantId],
    );
    expect((await whole()).exceptions).toBe(0n);
  });
});
