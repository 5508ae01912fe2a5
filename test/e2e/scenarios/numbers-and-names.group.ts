import { describe, expect, it } from 'vitest';
import { newToken } from './acquirer.js';
import type { Sale } from './sale.js';
import { eventually, hourMs, minuteMs } from './surroundings.js';
import type { ScenarioWorld } from './scenario-world.js';
import { useWorld } from './shared-world.js';

let world: ScenarioWorld;
useWorld((shared) => {
  world = shared;
});

const due = 1_000_000;
const lateAndReturned = ['collection.received', 'checkout.late_payment', 'refund.successful'];

describe('a number after its time', () => {
  it('16: in quarantine it is nobody’s but its old order’s, with what is sent to it; then it is given again', async () => {
    const shop = await world.newShop('Few Numbers Shop');
    const old = await shop.open({ policies: { onAccountExpiry: 'EXPIRE' } });
    await old.endWindowAgo(4 * minuteMs);
    await old.until({ status: 'EXPIRED' });
    // What is left of the block that the process holds; there is no other block.
    await world.query(`select setval('serial_${shop.merchant.prefix}', 999968, true)`);
    await world.query('update number_prefix set swept_at = now() where prefix = $1', [
      shop.merchant.prefix,
    ]);
    const others = await Promise.all(Array.from({ length: 31 }, () => shop.open()));
    const numbers = new Set(others.map(({ accountNumber }) => accountNumber));
    expect(numbers.size).toBe(31);
    expect(numbers).not.toContain(old.accountNumber);
    await expect(shop.open()).rejects.toThrow('503/91 ACCOUNT_POOL_EXHAUSTED');

    const payment = await old.pay(due, { sentAt: old.aroundTheEnd(90_000) });
    await old.endsAs({
      status: 'EXPIRED',
      exception: 'LATE',
      statusReason: 'UNPAID',
      amounts: { paid: due, accepted: 0 },
      completion: '410/68 CHECKOUT_EXPIRED',
      events: ['checkout.expired', ...lateAndReturned],
      returned: [[payment, due]],
      earned: 0,
    });
    for (const other of others) expect(other.told).toEqual([]);

    await world.query(
      `update virtual_account set expires_at = now() - interval '72 hours 1 minute' where account_number = $1`,
      [old.accountNumber],
    );
    await world.sweepNumber(old.accountNumber);
    const heir = await shop.open();
    expect(heir.accountNumber).toBe(old.accountNumber);
    const before = (await old.query()).data;
    await heir.pay();
    await heir.endsAs({
      status: 'SUCCESSFUL',
      amounts: { paid: due, accepted: due },
      completion: '200/00',
      events: ['collection.received', 'checkout.successful'],
      earned: 989_250,
    });
    expect((await old.query()).data).toEqual(before);
    expect(old.told).toHaveLength(4);
  });

  it('16: a number that nobody ever had is unmatched, told to the prefix’s only merchant, and sent back after a day', async () => {
    const shop = await world.newShop('Quiet Shop');
    const sale = await shop.open();
    const payment = await sale.pay(due, { to: `${shop.merchant.prefix}0000009` });
    await sale.until({ status: 'AWAITING_PAYMENT', amountPaid: 0 });
    const of = ({ data }: { data: { transactionReference: string } }) =>
      data.transactionReference === payment.transactionReference;
    await eventually(() =>
      expect(shop.told.filter(of).map(({ type }) => type)).toEqual(['collection.unmatched']),
    );
    expect(shop.told.find(of)?.data).toMatchObject({
      paymentReference: null,
      amountReceived: due,
    });
    const { transactionReference, payer } = payment;
    await world.proveMoney();
    await world.passTime(`credit/${transactionReference}`, 24 * hourMs);
    await eventually(async () => expect(await world.balanceOf(payer)).toBe(0));
    await eventually(() =>
      expect(shop.told.filter(of).map(({ type, sequence }) => [type, sequence])).toEqual([
        ['collection.unmatched', 1],
        ['refund.successful', 2],
      ]),
    );
  });
});

describe('the name', () => {
  it('17: is told until the last millisecond of the window, and refused from then on', async () => {
    const sale = await world.shop.open();
    const endsIn = async (ms: number): Promise<number> => {
      const [row] = await world.query<{ end: Date }>(
        `update virtual_account
            set expires_at = date_trunc('milliseconds', clock_timestamp()) + $2 * interval '1 ms'
          where account_number = $1 returning expires_at as end`,
        [sale.accountNumber, ms],
      );
      return row?.end.getTime() ?? 0;
    };
    const end = await endsIn(700);
    const answers: { began: number; ended: number; code: string }[] = [];
    const askUntilOver = async (): Promise<void> => {
      let began: number;
      do {
        began = Date.now();
        const { code } = await world.bank.enquireName(sale.accountNumber);
        answers.push({ began, ended: Date.now(), code });
      } while (began < end);
    };
    await Promise.all([1, 2, 3, 4].map(askUntilOver));
    const codes = (some: typeof answers) => [...new Set(some.map(({ code }) => code))];
    expect(codes(answers.filter(({ ended }) => ended < end))).toEqual(['00']);
    expect(codes(answers.filter(({ began }) => began >= end))).toEqual(['07']);
    await endsIn(60_000);
    expect((await world.bank.enquireName(sale.accountNumber)).code).toBe('00');
  });

  it.each<[string, string, (sale: Sale) => Promise<unknown>]>([
    ['AWAITING_PAYMENT', '00', () => Promise.resolve()],
    ['PROCESSING', '00', (sale) => sale.payByCard(newToken('card_pending'))],
    ['PARTIALLY_PAID', '00', (sale) => sale.pay(400_000)],
    ['SUCCESSFUL', '07', (sale) => sale.pay()],
    ['FAILED', '07', (sale) => sale.payByCard('card_declined_41')],
    ['EXPIRED', '07', (sale) => sale.passSession()],
    ['CANCELLED', '07', (sale) => sale.cancel()],
  ])('17: of an order that is %s: %s', async (status, code, reach) => {
    const sale = await world.shop.open();
    await reach(sale);
    await sale.until({ status });
    expect((await world.bank.enquireName(sale.accountNumber)).code).toBe(code);
  });

  it('17: a payer whose bank asks sends nothing when the window is over', async () => {
    const sale = await world.shop.open();
    const name = await world.bank.enquireName(sale.accountNumber);
    expect(name).toMatchObject({ code: '00', data: { accountName: 'SANDBOX SHOP-ADA OBI' } });
    await sale.endWindowAgo(1);
    const before = await world.bank.statement();
    const sent = await world.bank.payInward({ accountNumber: sale.accountNumber, amount: due });
    expect(sent).toMatchObject({ lineId: null, nameEnquiry: { status: 404, code: '07' } });
    expect(await world.bank.statement()).toEqual(before);
    await sale.until({ amountPaid: 0 });
  });
});

describe('all of it together', () => {
  it('leaves books that hold, and that agree with the bank', () => world.proveMoney());
});
