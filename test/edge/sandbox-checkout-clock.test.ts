import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiWorld } from '../support/api-world.js';
import type { TestEdge } from '../support/edge.js';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const soon = { timeout: 20_000, interval: 100 };

let world: ApiWorld<TestEdge>;
beforeAll(async () => {
  world = await ApiWorld.edge();
});
afterAll(() => world?.stop());

const clockOf = (reference: string) => `/api/v1/sandbox/checkouts/${reference}/clock`;
const advance = (reference: string, seconds: unknown, client = world.merchant) =>
  client.post(clockOf(reference), { seconds });

/** As it is written, not as the clock makes it look: its workflow has done its part. */
async function written(reference: string): Promise<string | undefined> {
  const [row] = await world.query<{ status: string }>(
    'select status from checkout where payment_reference = $1',
    [reference],
  );
  return row?.status;
}

async function eventsOf(reference: string): Promise<string[]> {
  const rows = await world.query<{ type: string }>(
    `select v.type from event v join checkout c on c.checkout_id = v.checkout_id
      where c.payment_reference = $1 order by v.sequence`,
    [reference],
  );
  return rows.map(({ type }) => type);
}

describe('POST /api/v1/sandbox/checkouts/{paymentReference}/clock', () => {
  it('ends an account in seconds, and the payer may have another', async () => {
    const { reference, accountNumber, amount } = await world.awaitingPayment();
    const early = await advance(reference, 29 * minute);
    expect(early).toMatchObject({
      status: 200,
      code: '00',
      data: { paymentReference: reference, virtualAccounts: [{ accountNumber }] },
    });
    expect(Date.parse(early.data.virtualAccounts[0].expiresAt)).toBeGreaterThan(Date.now());
    expect(await written(reference)).toBe('AWAITING_PAYMENT');

    await advance(reference, minute);
    await expect.poll(() => written(reference), soon).toBe('INITIATED');
    expect(await eventsOf(reference)).toEqual(['virtual_account.expired']);
    const next = await world.merchant.createAccount({
      paymentReference: reference,
      prefix: world.prefix,
      validity: 30,
      amount,
    });
    expect(next.data.accountNumber).not.toBe(accountNumber);
  });

  it('ends a session; money that is sent then is late and goes back', async () => {
    const { reference, accountNumber, amount } = await world.awaitingPayment();
    const moved = await advance(reference, day);
    expect(Date.parse(moved.data.expiresAt)).toBeLessThan(Date.now());
    await expect.poll(() => written(reference), soon).toBe('EXPIRED');

    const paid = await world.merchant.pay({ accountNumber, amount, nameEnquiry: false });
    expect(paid.status).toBe(200);
    await expect
      .poll(() => eventsOf(reference), soon)
      .toEqual([
        'checkout.expired',
        'collection.received',
        'checkout.late_payment',
        'refund.successful',
      ]);

    const { data } = await advance(reference, 3 * day);
    expect(Date.parse(data.virtualAccounts[0].freeAt)).toBeLessThan(Date.now());
  });

  it('wakes whoever waits for a change', async () => {
    const { reference } = await world.awaitingPayment();
    const { headers } = await world.merchant.query(reference);
    const waiting = world.merchant.query(reference, {
      prefer: 'wait=20',
      'if-none-match': headers.get('etag') ?? '',
    });
    await advance(reference, day);
    expect((await waiting).data).toMatchObject({ status: 'EXPIRED' });
  });

  it('moves a paid checkout’s quarantine, and nothing else of it', async () => {
    const { reference } = await world.paid();
    expect((await advance(reference, day)).status).toBe(200);
    expect(await written(reference)).toBe('SUCCESSFUL');
    expect(await eventsOf(reference)).toEqual(['collection.received', 'checkout.successful']);
  });

  it('is moved once under one Idempotency-Key', async () => {
    const { reference } = await world.awaitingPayment();
    const send = () =>
      world.merchant.post(
        clockOf(reference),
        { seconds: 60 },
        { 'idempotency-key': `clock-${reference}` },
      );
    const [first, second] = [await send(), await send()];
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.data).toEqual(first.data);
  });

  it.each([0, -1, 1.5, '60', null, 2_592_001])('refuses %j seconds', async (seconds) => {
    const reply = await advance('ORD-1001', seconds);
    expect(reply).toMatchObject({ status: 400, code: '30' });
    expect(reply.data.errors[0].field).toBe('seconds');
  });

  it('knows the merchant’s own checkouts, and needs a token', async () => {
    const { reference } = await world.awaitingPayment();
    const stranger = await world.otherMerchant();
    expect(await advance(reference, 60, stranger)).toMatchObject({ status: 404 });
    expect(await advance('ORD-nobody', 60)).toMatchObject({ status: 404 });
    expect(await advance(reference, 60, world.anonymous)).toMatchObject({ status: 401 });
  });
});
