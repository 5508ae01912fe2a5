import { describe, expect, it } from 'vitest';
import { newPayer, type Sale } from './sale.js';
import { minuteMs } from './surroundings.js';
import type { ScenarioWorld } from './scenario-world.js';
import { useWorld } from './shared-world.js';

let world: ScenarioWorld;
useWorld((shared) => {
  world = shared;
});

const due = 1_000_000;
const earned = 989_250;
const expiring = { policies: { onAccountExpiry: 'EXPIRE' } };

describe.concurrent('too little', () => {
  it('9: 400,000 then 600,000: partly paid with 600,000 outstanding, then successful', async () => {
    const sale = await world.shop.open();
    await sale.pay(400_000);
    await sale.until({
      status: 'PARTIALLY_PAID',
      exception: 'UNDERPAID',
      amountPaid: 400_000,
      amountAccepted: 0,
      amountOutstanding: 600_000,
    });
    expect((await sale.complete()).data).toMatchObject({
      reason: 'PAYMENT_PENDING',
      amountOutstanding: 600_000,
    });
    const again = await sale.issueAccount();
    expect(again.data).toMatchObject({
      accountNumber: sale.accountNumber,
      amountOutstanding: 600_000,
    });
    await sale.wasTold(['collection.received', 'checkout.underpaid']);
    expect(sale.told[1]).toMatchObject({
      type: 'checkout.underpaid',
      data: {
        status: 'PARTIALLY_PAID',
        exception: 'UNDERPAID',
        amountReceived: 400_000,
        amountPaid: 400_000,
        amountAccepted: 0,
        amountOutstanding: 600_000,
        policyApplied: 'HOLD_TOP_UP',
      },
    });
    await sale.pay(600_000);
    await sale.endsAs({
      status: 'SUCCESSFUL',
      amounts: { paid: due, accepted: due },
      outstanding: 0,
      completion: '200/00',
      events: [
        'collection.received',
        'checkout.underpaid',
        'collection.received',
        'checkout.successful',
      ],
      earned,
    });
  });

  it('10: 400,000 and no more until the window ends: expired, and the payer has 400,000 back', async () => {
    const sale = await world.shop.open(expiring);
    const part = await sale.pay(400_000);
    await sale.until({ status: 'PARTIALLY_PAID' });
    await sale.passWindow();
    await sale.endsAs({
      status: 'EXPIRED',
      exception: 'UNDERPAID',
      statusReason: 'UNDERPAID',
      amounts: { paid: 400_000, accepted: 0 },
      completion: '402/13 AMOUNT_UNDERPAID',
      events: [
        'collection.received',
        'checkout.underpaid',
        'checkout.expired',
        'refund.successful',
      ],
      returned: [[part, 400_000]],
      earned: 0,
    });
  });

  it('10: two parts from two payers until the session ends: each has its own back', async () => {
    const sale = await world.shop.open();
    const parts = [await sale.pay(400_000)];
    await sale.until({ status: 'PARTIALLY_PAID', amountPaid: 400_000 });
    parts.push(await sale.pay(500_000));
    await sale.until({ amountPaid: 900_000, amountOutstanding: 100_000 });
    await sale.passSession();
    await sale.endsAs({
      status: 'EXPIRED',
      exception: 'UNDERPAID',
      statusReason: 'UNDERPAID',
      amounts: { paid: 900_000, accepted: 0 },
      completion: '402/13 AMOUNT_UNDERPAID',
      events: [
        'collection.received',
        'checkout.underpaid',
        'collection.received',
        'checkout.underpaid',
        'virtual_account.expired',
        'checkout.expired',
        'refund.successful',
        'refund.successful',
      ],
      returned: parts.map((part) => [part, part.amount]),
      earned: 0,
    });
  });
});

describe.concurrent('too much', () => {
  it('11: 1,200,000 for 1,000,000: successful and overpaid, and the payer has 200,000 back', async () => {
    const sale = await world.shop.open();
    const payment = await sale.pay(1_200_000);
    await sale.endsAs({
      status: 'SUCCESSFUL',
      exception: 'OVERPAID',
      amounts: { paid: 1_200_000, accepted: due },
      outstanding: 0,
      policies: ['REFUND_EXCESS'],
      completion: '200/00',
      events: [
        'collection.received',
        'checkout.overpaid',
        'checkout.successful',
        'refund.successful',
      ],
      returned: [[payment, 200_000]],
      earned,
    });
    expect((await sale.complete()).data).toMatchObject({
      amount: due,
      amountPaid: 1_200_000,
      amountAccepted: due,
      excessAmount: 200_000,
      fee: 10_000,
      vat: 750,
      settlementAmount: earned,
    });
  });
});

describe.concurrent('late', () => {
  /** Its window ended four minutes ago. */
  async function expired(policies: object = {}): Promise<Sale> {
    const sale = await world.shop.open({
      policies: { ...expiring.policies, ...policies },
    });
    await sale.endWindowAgo(4 * minuteMs);
    await sale.until({ status: 'EXPIRED', statusReason: 'UNPAID' });
    return sale;
  }

  it('12: sent 2 s before the end, arrived 4 min after it: successful, and no exception', async () => {
    const sale = await expired();
    await sale.pay(due, { sentAt: sale.aroundTheEnd(-2_000) });
    await sale.endsAs({
      status: 'SUCCESSFUL',
      exception: null,
      amounts: { paid: due, accepted: due },
      completion: '200/00',
      events: ['checkout.expired', 'collection.received', 'checkout.successful'],
      policies: [null],
      earned,
    });
  });

  it('12: so is one that was sent before the end to an order that goes on', async () => {
    const sale = await world.shop.open();
    await sale.endWindowAgo(4 * minuteMs);
    await sale.until({ status: 'INITIATED' });
    await sale.pay(due, { sentAt: sale.aroundTheEnd(-2_000) });
    await sale.endsAs({
      status: 'SUCCESSFUL',
      exception: null,
      amounts: { paid: due, accepted: due },
      completion: '200/00',
      events: ['virtual_account.expired', 'collection.received', 'checkout.successful'],
      earned,
    });
  });

  it('12: 60 s of skew are allowed, and not a second more', async () => {
    const [inTime, late] = await Promise.all([expired(), expired()]);
    await inTime.pay(due, { sentAt: inTime.aroundTheEnd(60_000) });
    await inTime.until({ status: 'SUCCESSFUL', exception: null });
    const returned = await late.pay(due, { sentAt: late.aroundTheEnd(61_000) });
    await late.until({ status: 'EXPIRED', exception: 'LATE' });
    await late.endsAs(refundedLate([[returned, due]]));
  });

  const refundedLate = (
    returned: readonly (readonly [Awaited<ReturnType<Sale['pay']>>, number])[],
  ) => ({
    status: 'EXPIRED',
    exception: 'LATE',
    statusReason: 'UNPAID',
    amounts: { paid: due, accepted: 0 },
    policies: ['REFUND'],
    completion: '410/68 CHECKOUT_EXPIRED',
    events: [
      'checkout.expired',
      'collection.received',
      'checkout.late_payment',
      'refund.successful',
    ],
    returned,
    earned: 0,
  });

  it('13: sent 90 s after the end: late, refunded, and the order stays expired', async () => {
    const sale = await expired();
    const payment = await sale.pay(due, { sentAt: sale.aroundTheEnd(90_000) });
    await sale.endsAs(refundedLate([[payment, due]]));
    expect(sale.told[2]).toMatchObject({
      type: 'checkout.late_payment',
      data: { status: 'EXPIRED', exception: 'LATE', amountReceived: due, amountAccepted: 0 },
    });
  });

  it('14: the same with ACCEPT_LATE: from expired to successful, with the exception and one version more', async () => {
    const sale = await expired({ late: 'ACCEPT_LATE' });
    await sale.pay(due, { sentAt: sale.aroundTheEnd(90_000) });
    await sale.endsAs({
      status: 'SUCCESSFUL',
      exception: 'LATE',
      amounts: { paid: due, accepted: due },
      policies: ['ACCEPT_LATE'],
      completion: '200/00',
      events: [
        'checkout.expired',
        'collection.received',
        'checkout.late_payment',
        'checkout.successful',
      ],
      earned,
    });
    const [, , late, successful] = sale.told;
    expect(late?.data).toMatchObject({ status: 'EXPIRED', exception: 'LATE', amountAccepted: 0 });
    expect(successful?.data.version).toBe(Number(late?.data.version) + 1);
  });
});

describe.concurrent('twice', () => {
  it('15: a second full transfer after success: refunded as a duplicate, the order is paid once', async () => {
    const sale = await world.shop.paid();
    const second = await sale.pay();
    await sale.endsAs({
      status: 'SUCCESSFUL',
      exception: 'DUPLICATE',
      amounts: { paid: 2 * due, accepted: due },
      outstanding: 0,
      policies: [null, 'REFUND'],
      completion: '200/00',
      events: [
        'collection.received',
        'checkout.successful',
        'collection.received',
        'checkout.duplicate_payment',
        'refund.successful',
      ],
      returned: [[second, due]],
      earned,
    });
  });

  it('15: of two transfers of one payer at once one pays, and the other goes back', async () => {
    const sale = await world.shop.open();
    const payer = newPayer();
    await Promise.all([sale.pay(due, { payer }), sale.pay(due, { payer })]);
    await sale.until({ status: 'SUCCESSFUL', amountPaid: 2 * due });
    const { transactions } = (await sale.query()).data;
    const seen = transactions as { exception: string | null; transactionReference: string }[];
    expect(seen.map(({ exception }) => exception ?? 'none').toSorted()).toEqual([
      'DUPLICATE',
      'none',
    ]);
    const duplicate = seen.find(({ exception }) => exception === 'DUPLICATE');
    const returned = sale.payments.find(
      ({ transactionReference }) => transactionReference === duplicate?.transactionReference,
    );
    if (returned === undefined) throw new Error('no duplicate');
    await sale.endsAs({
      status: 'SUCCESSFUL',
      exception: 'DUPLICATE',
      amounts: { paid: 2 * due, accepted: due },
      completion: '200/00',
      events: [
        'collection.received',
        'checkout.successful',
        'collection.received',
        'checkout.duplicate_payment',
        'refund.successful',
      ],
      returned: [[returned, due]],
      earned,
    });
  });
});

describe('all of it together', () => {
  it('leaves books that hold, and that agree with the bank', () => world.proveMoney());
});
