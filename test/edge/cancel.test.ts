import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiWorld } from '../support/api-world.js';
import type { TestEdge } from '../support/edge.js';

let world: ApiWorld<TestEdge>;
beforeAll(async () => {
  world = await ApiWorld.edge();
});
afterAll(() => world?.stop());

const eventsOf = (checkoutId: string) =>
  world.query<{ type: string }>('select type from event where checkout_id = $1 order by sequence', [
    checkoutId,
  ]);

describe('POST /api/v1/checkout/{paymentReference}/cancel', () => {
  it('calls the checkout off, closes its account and tells so once', async () => {
    const { reference, accountNumber } = await world.awaitingPayment();
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => world.merchant.cancel(reference)));
    expect(replies.map(({ status, code }) => `${status}/${code}`)).toEqual(Array(5).fill('200/00'));
    const first = replies.filter(({ headers }) => headers.get('idempotent-replayed') === null);
    expect(first).toHaveLength(1);
    expect(first[0]?.data).toMatchObject({
      paymentReference: reference,
      status: 'CANCELLED',
      statusReason: 'MERCHANT_CANCELLED',
      accessCode: null,
      amountAccepted: 0,
      virtualAccount: { accountNumber, status: 'CLOSED' },
      attempts: [{ status: 'CANCELLED' }],
      refunds: [],
    });
    const { data } = await world.merchant.query(reference);
    expect(data).toEqual(first[0]?.data);
    expect(await eventsOf(data.checkoutId)).toEqual([{ type: 'checkout.cancelled' }]);
    expect((await world.bank.enquireName(accountNumber)).code).toBe('07');
  });

  it('sends back what was paid in part', async () => {
    const { reference } = await world.partlyPaid();
    const { data } = await world.merchant.cancel(reference, { reason: 'Sold out' });
    expect(data).toMatchObject({ status: 'CANCELLED', amountPaid: 400_000, amountAccepted: 0 });
    expect(data.refunds).toMatchObject([
      { origin: 'POLICY', cause: 'CANCELLED', amount: 400_000, status: 'REQUESTED' },
    ]);
    const [refund] = data.refunds;
    await expect
      .poll(
        async () =>
          (await world.merchant.get(`/api/v1/refunds/${refund.refundReference}`)).data.status,
        { timeout: 30_000 },
      )
      .toBe('SUCCESSFUL');
  });

  it('is not undone by money that comes after it', async () => {
    const { reference, accountNumber, amount } = await world.cancelled();
    await world.bank.payInward({ accountNumber, amount, askName: false });
    await expect
      .poll(async () => (await world.merchant.query(reference)).data, { timeout: 30_000 })
      .toMatchObject({
        status: 'CANCELLED',
        exception: 'LATE',
        amountPaid: amount,
        amountAccepted: 0,
        transactions: [{ exception: 'LATE', policyApplied: 'REFUND', resolution: 'RETURNED' }],
        refunds: [{ origin: 'POLICY', cause: 'LATE', amount, status: 'SUCCESSFUL' }],
      });
  });

  it('leaves no workflow anything to hear of later', async () => {
    const { reference } = await world.cancelled();
    await expect
      .poll(
        async () =>
          world.query(
            `select f.kind from fact f join checkout c using (checkout_id)
              where c.payment_reference = $1 and f.applied_at is null`,
            [reference],
          ),
        { timeout: 20_000 },
      )
      .toEqual([]);
  });

  it('answers for another merchant’s checkout as for an unknown one', async () => {
    const { reference } = await world.awaitingPayment();
    const other = await world.otherMerchant();
    const unknown = await other.cancel('ORD-UNKNOWN-1');
    expect(unknown).toMatchObject({
      status: 404,
      code: '25',
      data: { reason: 'RESOURCE_NOT_FOUND' },
    });
    expect((await other.cancel(reference)).text).toBe(unknown.text);
    expect((await world.merchant.query(reference)).data.status).toBe('AWAITING_PAYMENT');
  });

  it.each([
    [{ reason: 5 }, 'reason'],
    [{ reason: 'x'.repeat(101) }, 'reason'],
    [{ reason: '' }, 'reason'],
    [{ force: true }, 'force'],
  ])('refuses %j', async (body, field) => {
    const { reference } = await world.initiated();
    const reply = await world.merchant.cancel(reference, body);
    expect(reply).toMatchObject({ status: 400, code: '30' });
    expect(reply.data.errors[0].field).toBe(field);
    expect((await world.merchant.query(reference)).data.status).toBe('INITIATED');
  });

  it('takes an empty object, and nothing at all', async () => {
    for (const body of [{}, { reason: null }, undefined]) {
      const { reference } = await world.initiated();
      expect((await world.merchant.cancel(reference, body)).status).toBe(200);
    }
    const { reference } = await world.initiated();
    const empty = { body: '', headers: { 'content-type': 'application/json' } };
    const path = `/api/v1/checkout/${reference}/cancel`;
    expect((await world.merchant.send('POST', path, empty)).status).toBe(200);
  });

  it('refuses a malformed reference, and a caller without a token', async () => {
    expect((await world.merchant.cancel('-ab')).status).toBe(400);
    expect((await world.anonymous.cancel('ORD-UNKNOWN-1')).status).toBe(401);
  });
});
