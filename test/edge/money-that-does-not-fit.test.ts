import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonBody } from '../support/api-client.js';
import { ApiWorld, type OpenCheckout } from '../support/api-world.js';
import type { TestEdge } from '../support/edge.js';

/** The table of docs/money-that-does-not-fit.md, row by row, over a checkout of 1,000,000 kobo. */

let world: ApiWorld<TestEdge>;
beforeAll(async () => {
  world = await ApiWorld.edge();
});
afterAll(() => world?.stop());

interface Row {
  readonly policies?: JsonBody;
  /** What has become of the checkout before money arrives; else it awaits it. */
  readonly given?: (checkout: OpenCheckout) => Promise<unknown>;
  readonly arrives: readonly number[];
  /** Of the query's answer. */
  readonly shown: JsonBody;
  readonly events: readonly string[];
}

const received = 'collection.received';
const successful = 'checkout.successful';
const returned = 'refund.successful';

/** Ends the session a while ago, so that what is sent now is late. */
async function expire({ reference, initiated }: OpenCheckout): Promise<void> {
  await world.query(
    `with ended as (update checkout set expires_at = now() - interval '2 minutes' where payment_reference = $1 returning *)
     update virtual_account v set expires_at = e.expires_at from ended e where v.checkout_id = e.checkout_id`,
    [reference],
  );
  await world.query('select expire_checkout($1, now())', [initiated.data.checkoutId]);
}

/** The same, but what is sent now is sent in time by the clock of its sender. */
async function expireJustNow({ reference, initiated }: OpenCheckout): Promise<void> {
  await world.endSession(reference);
  await world.query('select expire_checkout($1, now())', [initiated.data.checkoutId]);
}

const back = (cause: string, amount: number) => ({
  origin: 'POLICY',
  cause,
  amount,
  status: 'SUCCESSFUL',
});

/** One of each kind that a merchant sees; the amounts under every policy are proved in test/integration/ledger. */
const rows: Record<string, Row> = {
  'too little, and then the rest': {
    arrives: [400_000, 600_000],
    shown: {
      status: 'SUCCESSFUL',
      exceptions: ['UNDERPAID'],
      amountPaid: 1_000_000,
      amountAccepted: 1_000_000,
      amountOutstanding: 0,
      transactions: [{ exception: 'UNDERPAID', policyApplied: 'HOLD_TOP_UP' }, { exception: null }],
    },
    events: [received, 'checkout.underpaid', received, successful],
  },
  'too little, and nothing more': {
    arrives: [400_000],
    shown: {
      status: 'PARTIALLY_PAID',
      exception: 'UNDERPAID',
      amountPaid: 400_000,
      amountAccepted: 0,
      amountHeld: 400_000,
      amountOutstanding: 600_000,
      transaction: null,
    },
    events: [received, 'checkout.underpaid'],
  },
  'too little, returned': {
    policies: { underpaid: 'REFUND_NOW' },
    arrives: [400_000],
    shown: {
      status: 'AWAITING_PAYMENT',
      exception: 'UNDERPAID',
      amountPaid: 400_000,
      amountAccepted: 0,
      amountOutstanding: 1_000_000,
      transactions: [{ policyApplied: 'REFUND_NOW', amountApplied: 0, amountReturned: 400_000 }],
      amountReturned: 400_000,
      refunds: [back('UNDERPAID', 400_000)],
    },
    events: [received, 'checkout.underpaid', returned],
  },
  'too much': {
    arrives: [1_200_000],
    shown: {
      status: 'SUCCESSFUL',
      exception: 'OVERPAID',
      amountPaid: 1_200_000,
      amountAccepted: 1_000_000,
      transaction: { policyApplied: 'REFUND_EXCESS', excessAmount: 200_000 },
      refunds: [back('OVERPAID', 200_000)],
    },
    events: [received, 'checkout.overpaid', successful, returned],
  },
  'a second payment': {
    arrives: [1_000_000, 1_000_000],
    shown: {
      status: 'SUCCESSFUL',
      exception: 'DUPLICATE',
      amountPaid: 2_000_000,
      amountAccepted: 1_000_000,
      ...{ amountReturned: 1_000_000, amountHeld: 0, amountKept: 0, amountRefunded: 0 },
      transaction: { exception: null },
      transactions: [
        { exception: null },
        { exception: 'DUPLICATE', policyApplied: 'REFUND', resolution: 'RETURNED' },
      ],
      refunds: [back('DUPLICATE', 1_000_000)],
    },
    events: [received, successful, received, 'checkout.duplicate_payment', returned],
  },
  'what is due, late': {
    given: expire,
    arrives: [1_000_000],
    shown: {
      status: 'EXPIRED',
      exception: 'LATE',
      amountPaid: 1_000_000,
      amountAccepted: 0,
      transaction: null,
      transactions: [{ exception: 'LATE', policyApplied: 'REFUND', resolution: 'RETURNED' }],
      refunds: [back('LATE', 1_000_000)],
    },
    events: ['checkout.expired', received, 'checkout.late_payment', returned],
  },
  'what is due, late, held for an operator': {
    policies: { late: 'HOLD' },
    given: expire,
    arrives: [1_000_000],
    shown: {
      status: 'EXPIRED',
      exception: 'LATE',
      amountAccepted: 0,
      transactions: [{ exception: 'LATE', policyApplied: 'HOLD', resolution: null }],
      refunds: [],
    },
    events: ['checkout.expired', received, 'checkout.late_payment'],
  },
  'what is due, sent in time, after the end': {
    given: expireJustNow,
    arrives: [1_000_000],
    shown: { status: 'SUCCESSFUL', exception: null, statusReason: null, amountAccepted: 1_000_000 },
    events: ['checkout.expired', received, successful],
  },
};

const eventsOf = async (checkoutId: string): Promise<string[]> =>
  (
    await world.query<{ type: string }>(
      'select type from event where checkout_id = $1 order by sequence',
      [checkoutId],
    )
  ).map(({ type }) => type);

describe('what arrives, and what is seen', () => {
  it.each(Object.entries(rows))('%s', async (_name, row) => {
    const checkout = await world.awaitingPayment({ policies: row.policies ?? {} });
    await row.given?.(checkout);
    for (const [i, amount] of row.arrives.entries()) {
      await world.bank.payInward({ accountNumber: checkout.accountNumber, amount, askName: false });
      await expect.poll(async () => postedOf(checkout.reference), { timeout: 20_000 }).toBe(i + 1);
    }
    const query = async () => (await world.merchant.query(checkout.reference)).data;
    await expect.poll(query, { timeout: 30_000, interval: 100 }).toMatchObject(row.shown);
    const { checkoutId } = checkout.initiated.data;
    await expect.poll(() => eventsOf(String(checkoutId)), { timeout: 30_000 }).toEqual(row.events);
  });
});

const postedOf = async (reference: string): Promise<number> => {
  const posted = await world.query(
    `select from inward_credit k join checkout c using (checkout_id)
      where c.payment_reference = $1 and k.outcome is not null`,
    [reference],
  );
  return posted.length;
};

describe('money for a number of nobody', () => {
  it('is told to the one merchant of the prefix, and waits for an operator', async () => {
    const accountNumber = `${world.prefix}9999999`;
    const { notifications } = await world.bank.payInward({
      accountNumber,
      amount: 500_000,
      askName: false,
    });
    const transactionReference = String(notifications[0]?.data?.['transactionReference']);
    const bodies = await world.query<{ body: string }>(
      `select body from event where type = 'collection.unmatched' and body::jsonb -> 'data' ->> 'transactionReference' = $1`,
      [transactionReference],
    );
    expect(bodies.map(({ body }) => JSON.parse(body))).toMatchObject([
      {
        merchantId: world.manilla.merchant.merchantId,
        data: {
          paymentReference: null,
          amountReceived: 500_000,
          virtualAccount: { accountNumber },
        },
      },
    ]);
    // Its workflow has been told, and leaves it to an operator.
    await expect
      .poll(
        async () =>
          world.query(
            `select k.outcome, k.resolution, f.kind, f.applied_at is null as open
               from inward_credit k join fact f on f.subject_id = k.credit_id where k.credit_id = $1`,
            [transactionReference],
          ),
        { timeout: 20_000 },
      )
      .toEqual([{ outcome: 'UNMATCHED', resolution: null, kind: 'CREDIT_HELD', open: false }]);
  });
});
