import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessCodePattern } from '../../src/domain/reference.js';
import { ApiWorld } from '../support/api-world.js';
import type { TestEdge } from '../support/edge.js';

let world: ApiWorld<TestEdge>;
beforeAll(async () => {
  world = await ApiWorld.edge();
});
afterAll(() => world?.stop());

describe('GET /api/v1/checkout/query/{paymentReference}', () => {
  it('gives an open checkout’s access code, the same each time', async () => {
    const { reference, accountNumber } = await world.awaitingPayment();
    const first = await world.merchant.query(reference);
    expect(first).toMatchObject({ status: 200, code: '00' });
    expect(first.data).toMatchObject({
      status: 'AWAITING_PAYMENT',
      amount: 1_000_000,
      amountExpected: 1_000_000,
      amountPaid: 0,
      amountAccepted: 0,
      amountOutstanding: 1_000_000,
      virtualAccount: { accountNumber, status: 'ACTIVE' },
      attempts: [{ paymentChannel: 'Bank', status: 'PENDING', accountNumber }],
      transaction: null,
      transactions: [],
      exception: null,
    });
    expect(first.data.accessCode).toMatch(accessCodePattern);
    expect(first.data.secondsRemaining).toBeGreaterThan(1_790);
    expect((await world.merchant.query(reference)).data.accessCode).toBe(first.data.accessCode);
  });

  it('gives the result once it is paid, and the access code for 24 hours more', async () => {
    const { reference, completion } = await world.paid();
    const { data } = await world.merchant.query(reference);
    expect(data).toMatchObject({
      status: 'SUCCESSFUL',
      accessCode: completion['accessCode'],
      amountPaid: 1_000_000,
      amountAccepted: 1_000_000,
      amountOutstanding: 0,
      secondsRemaining: 0,
      virtualAccount: { status: 'USED', secondsRemaining: 0 },
      transaction: {
        exception: null,
        amountReceived: 1_000_000,
        amountApplied: 1_000_000,
        excessAmount: 0,
      },
    });
    expect(data.transactions).toEqual([data.transaction]);
    const codeLivesMs = Date.parse(data.accessCodeExpiresAt) - Date.parse(data.updatedAt);
    expect(Math.abs(codeLivesMs - 24 * 60 * 60_000)).toBeLessThan(5_000);
    await world.paidAgo(reference, '24 hours');
    expect((await world.merchant.query(reference)).data).toMatchObject({
      status: 'SUCCESSFUL',
      accessCode: null,
      accessCodeExpiresAt: null,
    });
  });

  it('shows every transfer, also one that did not pay the checkout', async () => {
    const { reference, accountNumber } = await world.awaitingPayment();
    await world.merchant.pay({ accountNumber, amount: 400_000 });
    await expect
      .poll(async () => (await world.merchant.query(reference)).data)
      .toMatchObject({
        status: 'PARTIALLY_PAID',
        exception: 'UNDERPAID',
        amountPaid: 400_000,
        amountAccepted: 0,
        amountOutstanding: 600_000,
        transaction: null,
        transactions: [{ exception: 'UNDERPAID', amountApplied: 400_000 }],
      });
  });

  it('never says that an account is open whose time is over, before any timer has fired', async () => {
    const { reference, accountNumber } = await world.awaitingPayment();
    await world.endWindow(accountNumber);
    expect((await world.merchant.query(reference)).data).toMatchObject({
      status: 'INITIATED',
      virtualAccount: { status: 'EXPIRED', secondsRemaining: 0 },
      attempts: [{ status: 'EXPIRED' }],
      accessCode: expect.stringMatching(accessCodePattern) as string,
    });
    await world.endSession(reference);
    const { status, data } = await world.merchant.query(reference);
    expect(status).toBe(200);
    expect(data).toMatchObject({ status: 'EXPIRED', statusReason: 'UNPAID', accessCode: null });
  });

  it('answers 304 to one who has seen this state', async () => {
    const { reference } = await world.awaitingPayment();
    const first = await world.merchant.query(reference);
    const etag = first.headers.get('etag') ?? '';
    const seen = await world.merchant.query(reference, { 'if-none-match': etag });
    expect(seen).toMatchObject({ status: 304, text: '' });
    expect(seen.headers.get('etag')).toBe(etag);
    const other = await world.merchant.query(reference, { 'if-none-match': 'W/"0"' });
    expect(other.status).toBe(200);
  });

  it('waits for a change when asked to', async () => {
    const { reference, accountNumber, amount } = await world.awaitingPayment();
    const first = await world.merchant.query(reference);
    const begin = performance.now();
    const waiting = world.merchant.query(reference, {
      prefer: 'wait=20',
      'if-none-match': first.headers.get('etag') ?? '',
    });
    await world.merchant.pay({ accountNumber, amount });
    const changed = await waiting;
    expect(changed.status).toBe(200);
    expect(['PROCESSING', 'SUCCESSFUL']).toContain(changed.data.status);
    expect(performance.now() - begin).toBeLessThan(18_000);
  });

  it('waits until the end of the window when that comes first', async () => {
    const { reference, accountNumber } = await world.awaitingPayment();
    await world.query(
      `update virtual_account set expires_at = now() + interval '1 second' where account_number = $1`,
      [accountNumber],
    );
    const begin = performance.now();
    const reply = await world.merchant.query(reference, { prefer: 'wait=15' });
    expect(reply.data.status).toBe('INITIATED');
    expect(performance.now() - begin).toBeLessThan(13_000);
  });

  it('does not wait for longer than asked, nor for what has ended', async () => {
    const { reference } = await world.awaitingPayment();
    const first = await world.merchant.query(reference);
    const begin = performance.now();
    const same = await world.merchant.query(reference, {
      prefer: 'wait=1',
      'if-none-match': first.headers.get('etag') ?? '',
    });
    expect(same.status).toBe(304);
    expect(performance.now() - begin).toBeGreaterThan(950);
    const { reference: paid } = await world.paid();
    const end = performance.now();
    expect((await world.merchant.query(paid, { prefer: 'wait=15' })).data.status).toBe(
      'SUCCESSFUL',
    );
    expect(performance.now() - end).toBeLessThan(12_000);
  });

  it('answers for another merchant’s reference exactly as for an unknown one', async () => {
    const { reference } = await world.awaitingPayment();
    const other = await world.otherMerchant();
    const theirs = await other.query(reference);
    const unknown = await other.query('ORD-UNKNOWN-1');
    expect(unknown).toMatchObject({
      status: 404,
      code: '25',
      data: { reason: 'RESOURCE_NOT_FOUND' },
    });
    expect(theirs.text).toBe(unknown.text);
    expect(theirs.status).toBe(unknown.status);
    expect([...theirs.headers.keys()]).toEqual([...unknown.headers.keys()]);
  });

  it.each(['a'.repeat(65), '-abc', 'ORD%201001', 'ORD%00', '%E2%82%A6abc'])(
    'says that the reference %s is malformed',
    async (reference) => {
      const reply = await world.merchant.query(reference);
      expect(reply).toMatchObject({ status: 400, code: '30' });
      expect(reply.data.errors).toMatchObject([{ field: 'paymentReference', rule: 'pattern' }]);
    },
  );
});
