import { describe, expect, it } from 'vitest';
import type { PublicResult } from './sale.js';
import { answerOf, eventually, minuteMs } from './surroundings.js';
import type { ScenarioWorld } from './scenario-world.js';
import { useWorld } from './shared-world.js';

/** What 9 to 15 come to when they meet in one order. */

let world: ScenarioWorld;
useWorld((shared) => {
  world = shared;
});

const due = 1_000_000;
const received = 'collection.received';
const exactAfterAll = {
  status: 'SUCCESSFUL',
  exception: null,
  outstanding: 0,
  completion: '200/00',
  earned: 989_250,
} as const;

describe.concurrent('parts', () => {
  it('11: 400,000 then 900,000: the 300,000 too much go back to the second payer', async () => {
    const sale = await world.shop.open();
    await sale.pay(400_000);
    await sale.until({ status: 'PARTIALLY_PAID' });
    const second = await sale.pay(900_000);
    await sale.endsAs({
      ...exactAfterAll,
      exception: 'OVERPAID',
      amounts: { paid: 1_300_000, accepted: due },
      policies: ['HOLD_TOP_UP', 'REFUND_EXCESS'],
      events: [
        received,
        'checkout.underpaid',
        received,
        'checkout.overpaid',
        'checkout.successful',
        'refund.successful',
      ],
      returned: [[second, 300_000]],
    });
  });

  it.each(['underpaid', 'overpaid'])(
    '9: what was %s and sent back does not count; the exact transfer after it does',
    async (fit) => {
      const policies = { underpaid: 'REFUND_NOW', overpaid: 'REFUND_ALL' };
      const sale = await world.shop.open({ policies });
      const amount = fit === 'underpaid' ? 400_000 : 1_200_000;
      const misfit = await sale.pay(amount);
      await sale.untilRefund('SUCCESSFUL');
      await sale.until({ status: 'AWAITING_PAYMENT', amountOutstanding: due });
      await sale.pay();
      await sale.endsAs({
        ...exactAfterAll,
        amounts: { paid: amount + due, accepted: due },
        events: [received, `checkout.${fit}`, 'refund.successful', received, 'checkout.successful'],
        returned: [[misfit, amount]],
      });
      expect((await sale.query()).data.exceptions).toEqual([fit.toUpperCase()]);
    },
  );

  it('10: a top-up that was sent in time and arrives when the parts have gone back goes back, too', async () => {
    const sale = await world.shop.open({ policies: { onAccountExpiry: 'EXPIRE' } });
    const part = await sale.pay(400_000);
    await sale.until({ status: 'PARTIALLY_PAID' });
    await sale.endWindowAgo(4 * minuteMs);
    await sale.until({ status: 'EXPIRED' });
    await sale.untilRefund('SUCCESSFUL');
    const rest = await sale.pay(600_000, { sentAt: sale.aroundTheEnd(-2_000) });
    await sale.untilRefund('SUCCESSFUL', 2);
    await sale.endsAs({
      status: 'EXPIRED',
      exception: 'UNDERPAID',
      statusReason: 'UNDERPAID',
      amounts: { paid: due, accepted: 0 },
      completion: '402/13 AMOUNT_UNDERPAID',
      events: [
        received,
        'checkout.underpaid',
        'checkout.expired',
        'refund.successful',
        received,
        'checkout.underpaid',
        'refund.successful',
      ],
      returned: [
        [part, 400_000],
        [rest, 600_000],
      ],
      earned: 0,
    });
  });

  it('13: late money for an order that waits for its rest goes back, and the rest still pays it', async () => {
    const sale = await world.shop.open();
    await sale.pay(400_000);
    await sale.until({ status: 'PARTIALLY_PAID' });
    await sale.endWindowAgo(4 * minuteMs);
    const late = await sale.pay(600_000, { sentAt: sale.aroundTheEnd(90_000) });
    await sale.untilRefund('SUCCESSFUL');
    await sale.until({ status: 'PARTIALLY_PAID', amountOutstanding: 600_000 });
    await sale.pay(600_000, { sentAt: sale.aroundTheEnd(-2_000) });
    await sale.endsAs({
      ...exactAfterAll,
      amounts: { paid: 1_600_000, accepted: due },
      events: [
        received,
        'checkout.underpaid',
        'virtual_account.expired',
        received,
        'checkout.late_payment',
        'refund.successful',
        received,
        'checkout.successful',
      ],
      returned: [[late, 600_000]],
    });
  });
});

describe.concurrent('late, accepted, and not exact', () => {
  it('14: too much: the order is paid, and the rest goes back', async () => {
    const policies = { late: 'ACCEPT_LATE', onAccountExpiry: 'EXPIRE' };
    const sale = await world.shop.open({ policies });
    await sale.endWindowAgo(4 * minuteMs);
    const late = await sale.pay(1_200_000, { sentAt: sale.aroundTheEnd(90_000) });
    await sale.endsAs({
      ...exactAfterAll,
      exception: 'LATE',
      amounts: { paid: 1_200_000, accepted: due },
      events: [
        'checkout.expired',
        received,
        'checkout.late_payment',
        'checkout.overpaid',
        'checkout.successful',
        'refund.successful',
      ],
      returned: [[late, 200_000]],
    });
    expect((await sale.query()).data.exceptions).toEqual(['LATE', 'OVERPAID']);
  });

  it('14: too little for an order that has ended: it goes back', async () => {
    const policies = { late: 'ACCEPT_LATE', onAccountExpiry: 'EXPIRE' };
    const sale = await world.shop.open({ policies });
    await sale.endWindowAgo(4 * minuteMs);
    const late = await sale.pay(400_000, { sentAt: sale.aroundTheEnd(90_000) });
    await sale.untilRefund('SUCCESSFUL');
    await sale.until({ status: 'EXPIRED', exception: 'LATE', amountAccepted: 0 });
    expect(await world.balanceOf(late.payer)).toBe(0);
    expect(await sale.earned()).toBe(0);
  });

  it('14: too little for an order that goes on: it is held, and a second account takes the rest', async () => {
    const sale = await world.shop.open({ policies: { late: 'ACCEPT_LATE' } });
    await sale.endWindowAgo(4 * minuteMs);
    await sale.pay(400_000, { sentAt: sale.aroundTheEnd(90_000) });
    await sale.until({
      status: 'PARTIALLY_PAID',
      exception: 'LATE',
      amountPaid: 400_000,
      amountAccepted: 0,
      amountOutstanding: 600_000,
    });
    await sale.issueAccount(90, 600_000);
    await sale.pay(600_000);
    await sale.endsAs({
      ...exactAfterAll,
      amounts: { paid: due, accepted: due },
      events: [
        'virtual_account.expired',
        received,
        'checkout.late_payment',
        'checkout.underpaid',
        received,
        'checkout.successful',
      ],
    });
  });
});

describe.concurrent('the customer bears the fee', () => {
  it('29: who sends no more than the price has not paid the fee', async () => {
    const shop = await world.newShop('Customer Pays Shop');
    await world.query(`update merchant set fee_bearer = 'CUSTOMER' where merchant_id = $1`, [
      shop.merchant.merchantId,
    ]);
    await eventually(async () =>
      expect((await shop.initiate()).initiated.data.feeBearer).toBe('CUSTOMER'),
    );
    const sale = await shop.open();
    await sale.pay(due);
    await sale.until({
      status: 'PARTIALLY_PAID',
      amount: due,
      amountExpected: 1_010_867,
      amountOutstanding: 10_867,
    });
    await sale.pay(10_867);
    await sale.endsAs({
      ...exactAfterAll,
      amounts: { expected: 1_010_867, paid: 1_010_867, accepted: 1_010_867 },
      events: [received, 'checkout.underpaid', received, 'checkout.successful'],
      earned: due,
    });
  });
});

describe.concurrent('two accounts', () => {
  it('12: what was sent in time to the first pays the order, though a second is open', async () => {
    const sale = await world.shop.open();
    const first = sale.accountNumber;
    await sale.endWindowAgo(4 * minuteMs);
    const sentAt = sale.aroundTheEnd(-2_000);
    await sale.issueAccount(90);
    expect(sale.accountNumber).not.toBe(first);
    await sale.pay(due, { to: first, sentAt });
    await sale.endsAs({
      ...exactAfterAll,
      amounts: { paid: due, accepted: due },
      events: ['virtual_account.expired', received, 'checkout.successful'],
    });
    expect((await world.bank.enquireName(sale.accountNumber)).code).toBe('07');
  });

  it('13: what was sent late to the first goes back, and the second is paid all the same', async () => {
    const sale = await world.shop.open();
    const first = sale.accountNumber;
    await sale.endWindowAgo(4 * minuteMs);
    const sentAt = sale.aroundTheEnd(90_000);
    await sale.issueAccount(90);
    const late = await sale.pay(due, { to: first, sentAt });
    await sale.untilRefund('SUCCESSFUL');
    await sale.until({ status: 'AWAITING_PAYMENT', exception: 'LATE', amountAccepted: 0 });
    await sale.pay();
    await sale.endsAs({
      ...exactAfterAll,
      amounts: { paid: 2 * due, accepted: due },
      events: [
        'virtual_account.expired',
        received,
        'checkout.late_payment',
        'refund.successful',
        received,
        'checkout.successful',
      ],
      returned: [[late, due]],
    });
  });
});

describe.concurrent('no money', () => {
  const expired = (statusReason: string, events: readonly string[]): PublicResult => ({
    status: 'EXPIRED',
    statusReason,
    amounts: { paid: 0, accepted: 0 },
    completion: '410/68 CHECKOUT_EXPIRED',
    events,
    earned: 0,
  });

  it('until the session ends, and no account: abandoned', async () => {
    const sale = await world.shop.initiate();
    expect(answerOf(await sale.complete())).toBe('409/12 NO_PAYMENT_ATTEMPT');
    await sale.passSession();
    await sale.endsAs(expired('ABANDONED', ['checkout.expired']));
  });

  it('until the session ends, after an account’s window: unpaid', async () => {
    const sale = await world.shop.open();
    await sale.passSession();
    await sale.endsAs(expired('UNPAID', ['virtual_account.expired', 'checkout.expired']));
  });
});

describe('all of it together', () => {
  it('leaves books that hold, and that agree with the bank', () => world.proveMoney());
});
