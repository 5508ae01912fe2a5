import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RefundEvent } from '../../../../src/domain/refund-state.js';
import type { RefundStep } from '../../../../src/payouts/refunds/refund-steps.js';
import type { Policies } from '../../../../src/domain/policies.js';
import { Shop } from '../../../support/shop.js';

let shop: Shop;
let sessions = 0;

beforeAll(async () => {
  shop = await Shop.open(16);
});
afterEach(() => shop.assertBooks());
afterAll(() => shop[Symbol.asyncDispose]());

/** A refund of the excess of an overpaid order. */
async function excess(policies: Partial<Policies> = {}, over = 2_000_000n) {
  const order = await shop.order({ policies });
  await shop.payAndPost(order, 1_000_000n + over);
  const [refund] = await shop.refundsOf(order.checkout.checkoutId);
  return { ...order, refundId: refund?.refundId ?? '' };
}

const newSession = () => `out-session-${(sessions += 1)}`;
const balances = async (refundId: string) => [
  await shop.balanceOf(`2300:${refundId}:NGN`),
  await shop.balanceOf(`2310:${refundId}:NGN`),
];

/** Takes steps one after the other, each twice: the second time must change nothing. */
async function take(refundId: string, ...steps: (RefundEvent | Omit<RefundStep, 'refundId'>)[]) {
  let standing = await shop.refundSteps.find(refundId);
  for (const given of steps) {
    const step = typeof given === 'string' ? { event: given } : given;
    standing = await shop.refundSteps.take({ refundId, ...step });
    const before = await shop.dump();
    // The waiting time of another account goes on.
    const again = { ...(await shop.refundSteps.take({ refundId, ...step })), coolingMs: 0 };
    expect(again).toEqual({ ...standing, coolingMs: 0 });
    if (step.event !== 'NAME_ASKED') expect(await shop.dump()).toEqual(before);
  }
  return standing;
}

async function refundEvents(checkoutId: string) {
  const { rows } = await shop.pool.query<{ type: string; refund: unknown }>(
    `select type, body::json -> 'data' -> 'refund' as refund from event
      where checkout_id = $1 and type like 'refund.%' order by sequence`,
    [checkoutId],
  );
  return rows;
}

describe('a refund', () => {
  it('goes out, and its money with it', async () => {
    const { refundId, checkout } = await excess();
    const paidOut = await shop.balanceOf('1110:sandbox:NGN');
    expect(await shop.refundSteps.find(refundId)).toEqual({
      refundId,
      status: 'REQUESTED',
      channel: 'Bank',
      provider: 'sandbox',
      amountMinor: 2_000_000n,
      attempts: 0,
      hasAccount: true,
      isRedirected: false,
      coolingMs: 0,
      openSending: null,
      debited: null,
      nextSession: {
        openedAt: expect.any(Date),
        tail: expect.stringMatching(/^\d{12}$/),
        onStatement: null,
      },
      acquirerId: expect.stringMatching(/^refund-[0-9a-f]{26}$/),
      heldBy: null,
    });
    await take(refundId, 'NAME_ASKED');
    await shop.refundSteps.nameDestination(refundId, 'ADA N OBI');
    expect(await shop.refundSteps.instruction(refundId)).toEqual({
      refundId,
      isRedirected: false,
      provider: 'sandbox',
      amountMinor: 2_000_000n,
      currency: 'NGN',
      destination: { accountNumber: '0123457503', bankCode: '011', accountName: 'ADA N OBI' },
      chargeId: null,
      creditKey: expect.any(String),
      sendingStatus: null,
      narration: `Refund ${checkout.paymentReference}`,
    });
    const sessionId = newSession();
    expect(await take(refundId, { event: 'SENT', sessionId })).toMatchObject({
      status: 'PROCESSING',
      attempts: 1,
      openSending: { sessionId, sentAt: expect.any(Date) },
    });
    expect(await shop.legsOf(refundId, 'sent#1')).toEqual({
      'owed 2300': 2_000_000n,
      'in-transit 2310': -2_000_000n,
    });
    const done = await take(refundId, { event: 'CONFIRMED', sessionId, code: '00' });
    expect(done).toMatchObject({ status: 'SUCCESSFUL', openSending: null });
    expect(await shop.legsOf(refundId, 'confirmed#1')).toEqual({
      'paid-out 1110': -2_000_000n,
      'in-transit 2310': 2_000_000n,
      'duty 5120': 5_000n,
      'duty-paid 1110': -5_000n,
    });
    expect((await shop.balanceOf('1110:sandbox:NGN')) - paidOut).toBe(-2_005_000n);
    expect(await refundEvents(checkout.checkoutId)).toEqual([
      {
        type: 'refund.successful',
        refund: {
          reference: refundId,
          ...{ origin: 'POLICY', cause: 'OVERPAID' },
          amount: 2_000_000,
          status: 'SUCCESSFUL',
          toAnotherAccount: false,
        },
      },
    ]);
    expect(await shop.read(checkout)).toMatchObject({ status: 'SUCCESSFUL', refundedMinor: 0n });
  });

  it('has its fact applied by its first step', async () => {
    const { refundId } = await excess();
    const applied = async () =>
      (
        await shop.pool.query<{ applied: boolean }>(
          'select applied_at is not null as applied from fact where subject_id = $1',
          [refundId],
        )
      ).rows;
    expect(await applied()).toEqual([{ applied: false }]);
    await take(refundId, 'NAME_ASKED');
    expect(await applied()).toEqual([{ applied: true }]);
  });

  it('of unknown fate keeps its money in transit until the bank says what became of it', async () => {
    const { refundId } = await excess();
    const sessionId = newSession();
    const standing = await take(
      refundId,
      'NAME_ASKED',
      { event: 'SENT', sessionId },
      { event: 'LOST_SIGHT', sessionId, failure: 'TIMEOUT' },
    );
    expect(standing).toMatchObject({ status: 'UNKNOWN', openSending: { sessionId } });
    expect(await balances(refundId)).toEqual([0n, -2_000_000n]);
    expect(await take(refundId, { event: 'CONFIRMED', sessionId, code: '00' })).toMatchObject({
      status: 'SUCCESSFUL',
    });
    expect(await balances(refundId)).toEqual([0n, 0n]);
  });

  it('that was refused for certain is owed again, and sent under another session id', async () => {
    const { refundId } = await excess();
    const [first, second] = [newSession(), newSession()];
    await take(
      refundId,
      'NAME_ASKED',
      { event: 'SENT', sessionId: first },
      { event: 'REFUSED', sessionId: first, code: '51' },
    );
    expect(await balances(refundId)).toEqual([-2_000_000n, 0n]);
    await take(
      refundId,
      'NAME_ASKED',
      { event: 'SENT', sessionId: second },
      { event: 'CONFIRMED', sessionId: second, code: '00' },
    );
    const { rows } = await shop.pool.query(
      'select session_id, attempt, status from outward_transfer where purpose_id = $1 order by attempt',
      [refundId],
    );
    expect(rows).toEqual([
      { session_id: first, attempt: 1, status: 'FAILED' },
      { session_id: second, attempt: 2, status: 'SUCCESSFUL' },
    ]);
  });

  it('waits for an account when the one it has takes nothing', async () => {
    const { refundId, checkout } = await excess();
    expect(
      await take(refundId, 'NAME_ASKED', { event: 'ACCOUNT_REFUSED', code: '07' }),
    ).toMatchObject({ status: 'NEEDS_ACCOUNT' });
    expect(await refundEvents(checkout.checkoutId)).toMatchObject([
      { type: 'refund.needs_account', refund: { status: 'NEEDS_ACCOUNT' } },
    ]);
    const given = {
      accountNumber: '0123456789',
      bankCode: '000014',
      bankName: 'Access Bank',
      accountName: 'ADA OBI',
      isPayers: true,
    };
    expect(await shop.refunds.provideAccount(refundId, given)).toMatchObject({
      outcome: 'PROVIDED',
      refund: { status: 'REQUESTED', destination: given },
    });
    const provided = await take(refundId, 'ACCOUNT_PROVIDED');
    expect(provided).toMatchObject({ status: 'REQUESTED', hasAccount: false });
    expect(provided.coolingMs).toBeGreaterThan(23 * 3_600_000);
    await shop.pool.query(
      `update merchant set granted_scopes = '{refunds:destination}' where merchant_id = $1`,
      [shop.merchantId],
    );
    expect(await shop.refundSteps.find(refundId)).toMatchObject({ hasAccount: true });
    const { accountNumber, bankCode } = given;
    expect(await shop.refundSteps.instruction(refundId)).toMatchObject({
      destination: { accountNumber, bankCode, accountName: 'ADA OBI' },
    });
    await expect(
      take(refundId, 'NAME_ASKED', { event: 'SENT', sessionId: newSession() }),
    ).rejects.toThrow(/may not be sent before/);
    expect(await shop.refunds.provideAccount(refundId, given)).toMatchObject({
      outcome: 'REFUND_NEEDS_NO_ACCOUNT',
      refund: null,
    });
    await shop.pool.query(
      `update refund set redirected_at = now() - interval '2 days' where refund_id = $1`,
      [refundId],
    );
    const sent = newSession();
    await take(refundId, 'NAME_ASKED', { event: 'SENT', sessionId: sent });
    await take(refundId, { event: 'CONFIRMED', sessionId: sent, code: '00' });
    expect(await refundEvents(checkout.checkoutId)).toMatchObject([
      { refund: { toAnotherAccount: false } },
      { type: 'refund.successful', refund: { toAnotherAccount: true } },
    ]);
  });

  it('has no account when the bank did not tell the payer’s', async () => {
    const order = await shop.order({ policies: { underpaid: 'REFUND_NOW' } });
    const nobody = { accountNumber: null, accountName: null, bankCode: null, bankName: null };
    const { creditId } = await shop.pay(order.account.accountNumber, 5n, { source: nobody });
    await shop.steps.applyCredit({ creditId });
    const [refund] = await shop.refundsOf(creditId);
    const refundId = refund?.refundId ?? '';
    expect(await shop.refundSteps.find(refundId)).toMatchObject({ hasAccount: false });
    expect(await take(refundId, 'ACCOUNT_REFUSED')).toMatchObject({ status: 'NEEDS_ACCOUNT' });
  });

  it('that is given up stays owed, and may be taken up again', async () => {
    const { refundId, checkout } = await excess();
    expect(await take(refundId, 'NAME_ASKED', 'GIVEN_UP')).toMatchObject({ status: 'FAILED' });
    expect(await refundEvents(checkout.checkoutId)).toMatchObject([{ type: 'refund.failed' }]);
    expect(await balances(refundId)).toEqual([-2_000_000n, 0n]);
    expect(await take(refundId, 'TAKEN_UP')).toMatchObject({ status: 'REQUESTED' });
  });

  it('that comes back after its success is owed again, and pays its duty again', async () => {
    const { refundId, checkout } = await excess({ refundFeeBearer: 'MERCHANT' });
    const first = newSession();
    await take(
      refundId,
      'NAME_ASKED',
      { event: 'SENT', sessionId: first },
      { event: 'CONFIRMED', sessionId: first, code: '00' },
    );
    expect(await shop.legsOf(refundId, 'confirmed#1')).toMatchObject({ 'duty 2410': 5_000n });
    expect(await take(refundId, { event: 'RETURNED', sessionId: first })).toMatchObject({
      status: 'NEEDS_ACCOUNT',
    });
    expect(await shop.legsOf(refundId, 'returned#1')).toEqual({
      'came-back 1110': 2_000_000n,
      'owed 2300': -2_000_000n,
    });
    await take(refundId, 'ACCOUNT_PROVIDED');
    await shop.sendRefund(refundId);
    expect(await shop.legsOf(refundId, 'confirmed#2')).toMatchObject({ 'duty 5120': 5_000n });
    expect((await refundEvents(checkout.checkoutId)).map(({ type }) => type)).toEqual([
      'refund.successful',
      'refund.needs_account',
      'refund.successful',
    ]);
  });

  it('refuses a step that is not legal, and one of a sending that is not its last', async () => {
    const { refundId } = await excess();
    await expect(
      shop.refundSteps.take({ refundId, event: 'CONFIRMED', sessionId: 'never-sent' }),
    ).rejects.toMatchObject({ constraint: 'refund_last_sending' });
    await expect(shop.refundSteps.take({ refundId, event: 'TAKEN_UP' })).resolves.toMatchObject({
      status: 'REQUESTED',
    });
    await shop.sendRefund(refundId);
    await expect(shop.refundSteps.take({ refundId, event: 'GIVEN_UP' })).rejects.toMatchObject({
      constraint: 'refund_transition',
    });
    await expect(
      shop.refundSteps.take({ refundId: 'rfd_none', event: 'GIVEN_UP' }),
    ).rejects.toThrow('rfd_none');
  });

  it('hears nothing of an older sending while a newer one is on its way', async () => {
    const { refundId } = await excess();
    const [older, newer] = [newSession(), newSession()];
    await take(refundId, 'NAME_ASKED', { event: 'SENT', sessionId: older });
    await take(refundId, { event: 'REFUSED', sessionId: older });
    await take(refundId, 'NAME_ASKED', { event: 'SENT', sessionId: newer });
    const before = await shop.dump();
    await expect(
      shop.refundSteps.take({ refundId, event: 'CONFIRMED', sessionId: older }),
    ).rejects.toMatchObject({ constraint: 'refund_last_sending' });
    expect(await shop.dump()).toEqual(before);
  });

  it('has one sending on its way: whoever would make a second is answered with the first', async () => {
    const { refundId } = await excess();
    const sessionId = newSession();
    await take(refundId, 'NAME_ASKED', { event: 'SENT', sessionId });
    const before = await shop.dump();
    expect(
      await shop.refundSteps.take({ refundId, event: 'SENT', sessionId: newSession() }),
    ).toMatchObject({ status: 'PROCESSING', attempts: 1, openSending: { sessionId } });
    expect(await shop.dump()).toEqual(before);
    await take(refundId, { event: 'LOST_SIGHT', sessionId });
    expect(
      await shop.refundSteps.take({ refundId, event: 'SENT', sessionId: newSession() }),
    ).toMatchObject({ status: 'UNKNOWN', attempts: 1, openSending: { sessionId } });
  });

  it('takes the steps of one task again, as a worker does that died before it could tell of them', async () => {
    const { refundId } = await excess();
    await take(refundId, 'GIVEN_UP', 'TAKEN_UP', 'NAME_ASKED');
    expect(await shop.refundSteps.take({ refundId, event: 'TAKEN_UP' })).toMatchObject({
      status: 'NAME_ENQUIRY',
    });
    await take(refundId, 'ACCOUNT_REFUSED', 'ACCOUNT_PROVIDED', 'NAME_ASKED');
    expect(await shop.refundSteps.take({ refundId, event: 'ACCOUNT_PROVIDED' })).toMatchObject({
      status: 'NAME_ENQUIRY',
    });
  });

  it('takes a step once, however many take it at once', async () => {
    const { refundId } = await excess();
    const sessionId = newSession();
    const many = (step: Omit<RefundStep, 'refundId'>) =>
      Promise.all(Array.from({ length: 10 }, () => shop.refundSteps.take({ refundId, ...step })));
    await many({ event: 'NAME_ASKED' });
    await many({ event: 'SENT', sessionId });
    await many({ event: 'CONFIRMED', sessionId, code: '00' });
    expect(await shop.refundSteps.find(refundId)).toMatchObject({
      status: 'SUCCESSFUL',
      attempts: 1,
    });
  });
});
