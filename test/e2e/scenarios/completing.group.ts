import { describe, expect, it } from 'vitest';
import { answerOf } from './surroundings.js';
import type { ScenarioWorld } from './scenario-world.js';
import { useWorld } from './shared-world.js';

let world: ScenarioWorld;
useWorld((shared) => {
  world = shared;
});

it.concurrent('6: complete before any money is 202/09, however often and however long it waits', async () => {
  const sale = await world.shop.open();
  const replies = [
    await sale.complete(),
    ...(await Promise.all([1, 2, 3].map(() => sale.complete()))),
    await sale.complete({}, { prefer: 'wait=1' }),
  ];
  for (const reply of replies) {
    expect(answerOf(reply)).toBe('202/09 PAYMENT_PENDING');
    expect(reply).toMatchObject({
      isSuccessful: false,
      data: { status: 'AWAITING_PAYMENT', amountPaid: 0, amountOutstanding: 1_000_000 },
    });
    expect(reply.headers.get('retry-after')).toBeTruthy();
  }
  await sale.until({ status: 'AWAITING_PAYMENT', amountPaid: 0, amountAccepted: 0 });
  expect(sale.told).toEqual([]);
});

it.concurrent.each([
  ['an amount of 1', { amount: 1 }, '400/13 AMOUNT_MISMATCH'],
  [
    'an account that is not the order’s',
    { account: '5010000000' },
    '404/07 ACCOUNT_NOT_FOR_CHECKOUT',
  ],
])('7: complete with %s is refused and changes nothing', async (_what, forged, answer) => {
  const sale = await world.shop.open();
  const before = (await sale.query()).data;
  expect(answerOf(await sale.complete(forged))).toBe(answer);
  const { secondsRemaining: _, virtualAccount: __, ...after } = (await sale.query()).data;
  expect(before).toMatchObject(after);
  await sale.pay();
  await sale.until({ status: 'SUCCESSFUL' });
  expect(answerOf(await sale.complete(forged))).toBe(answer);
  await sale.endsAs({
    status: 'SUCCESSFUL',
    amounts: { paid: 1_000_000, accepted: 1_000_000 },
    completion: '200/00',
    events: ['collection.received', 'checkout.successful'],
    earned: 989_250,
  });
});

// What the bank has told nobody of may be found at any moment: another test has the statement of the same bank pulled.
it.concurrent.each([
  ['before', true],
  ['after', false],
])(
  '8: one exact transfer, told three times and found on the statement %s that, is paid once',
  async (_when, isFoundFirst) => {
    const sale = await world.shop.open();
    // The bank records it and tells nobody; then it tells of it three times, beside the pull of its statement.
    const payment = await sale.pay(sale.due, { notify: { times: 0 } });
    if (isFoundFirst) await world.reconcile();
    const again = { ...payment.payer };
    const { sessionId, amount } = payment;
    const tellAgain = (notify: object) =>
      world.bank.payInward({
        accountNumber: sale.accountNumber,
        amount,
        sessionId,
        source: again,
        notify,
      });
    const told = await Promise.all([tellAgain({ times: 2 }), tellAgain({ times: 1 })]);
    await world.reconcile();
    told.push(await tellAgain({ times: 1 }));
    const replies = told.flatMap(({ notifications }) => notifications);
    expect(replies).toHaveLength(4);
    expect(
      new Set(replies.map(({ status, data }) => `${status} ${JSON.stringify(data)}`)).size,
    ).toBe(1);
    await sale.endsAs({
      status: 'SUCCESSFUL',
      amounts: { paid: 1_000_000, accepted: 1_000_000 },
      completion: '200/00',
      events: ['collection.received', 'checkout.successful'],
      earned: 989_250,
    });
    expect((await sale.query()).data.transactions).toMatchObject([{ sessionId, exception: null }]);
    const journals = await world.query('select purpose from journal where source_id = $1', [
      replies[0]?.data?.['transactionReference'],
    ]);
    expect(journals).toHaveLength(1);
  },
);

it.concurrent('8: a transfer nobody told us of is found on the statement, and pays its order', async () => {
  const sale = await world.shop.open();
  await sale.pay(sale.due, { notify: { times: 0 } });
  await world.reconcile();
  await sale.endsAs({
    status: 'SUCCESSFUL',
    amounts: { paid: 1_000_000, accepted: 1_000_000 },
    completion: '200/00',
    events: ['collection.received', 'checkout.successful'],
    earned: 989_250,
  });
});

describe('all of it together', () => {
  it('leaves books that hold, and that agree with the bank', () => world.proveMoney());
});
