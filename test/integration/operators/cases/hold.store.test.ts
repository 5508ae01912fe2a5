import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PgHolds } from '../../../../src/operators/cases/hold.store.js';
import { holdText } from '../../../../src/domain/outgoing-hold.js';
import { Shop } from '../../../support/shop.js';

let shop: Shop;
let holds: PgHolds;

beforeAll(async () => {
  shop = await Shop.open();
  holds = new PgHolds(shop.pool);
});
afterAll(async () => {
  await shop.assertBooks();
  await shop[Symbol.asyncDispose]();
});

/** Money that the policy sends back: 100 more than was asked for. */
async function refund(): Promise<string> {
  const order = await shop.order();
  await shop.payAndPost(order, 1_000_100n);
  return (await shop.refundsOf(order.checkout.checkoutId))[0]?.refundId ?? '';
}
const sql = (text: string, ...values: unknown[]) => shop.pool.query(text, values);
const debitIsFound = async (sessionId: string) => {
  await sql(
    `select record_finding('UNEXPLAINED_DEBIT', $1, $2, 'ATTENTION')`,
    sessionId,
    JSON.stringify({ provider: 'sandbox', lineId: '7', amountMinor: '345600' }),
  );
};
const debitIsClear = (sessionId: string) =>
  sql(`select clear_findings('{UNEXPLAINED_DEBIT}', array[$1])`, sessionId);
async function openCase(kind: string, subject: string): Promise<bigint> {
  const { rows } = await shop.pool.query<{ number: bigint }>(
    `insert into attention_case (kind, subject, workflow_id, update_name, reason, decisions, page)
     values ($1, $2, 'w', 'resolve', 'FOUND: UNEXPLAINED_DEBIT', '{adjust,resolved}', '{}') returning case_number as number`,
    [kind, subject],
  );
  return rows[0]?.number ?? 0n;
}
const of = async (refundId: string) =>
  (await holds.waiting(100)).find(({ subject }) => subject === refundId);

describe('what keeps money from leaving', () => {
  it('is nothing on most days', async () => {
    expect(await holds.holds()).toEqual([]);
    expect(await holds.waiting(100)).toEqual([]);
  });

  it('is one unknown debit, with its case and all that waits for it', async () => {
    const [first, second] = [await refund(), await refund()];
    await debitIsFound('debit-1');
    const number = await openCase('FINDING', 'UNEXPLAINED_DEBIT:debit-1');
    const found = await holds.holds();
    expect(found).toMatchObject([
      {
        ...{ hold: 'UNEXPLAINED_DEBIT', provider: 'sandbox', cases: [number] },
        ...{ refunds: 2, payouts: 0, amountMinor: 200n },
      },
    ]);
    expect(found.map(holdText)[0]).toMatch(
      new RegExp(
        String.raw`^Nothing is being sent through .+ since \d{4}-\d\d-\d\d \d\d:\d\d \(case ${number}\): .* 2 refunds \(₦2\.00 together\) wait\.$`,
      ),
    );
    for (const refundId of [first, second]) {
      expect(await of(refundId)).toMatchObject({ hold: 'UNEXPLAINED_DEBIT', caseNumber: number });
    }
    await debitIsClear('debit-1');
    expect(await holds.holds()).toEqual([]);
    await shop.sendRefund(first);
    await shop.sendRefund(second);
  });

  it('is told of while nothing waits, too', async () => {
    await debitIsFound('debit-2');
    expect(await holds.holds()).toMatchObject([{ hold: 'UNEXPLAINED_DEBIT', refunds: 0 }]);
    await debitIsClear('debit-2');
  });

  it('is a restored database, before a debit that its statement shows', async () => {
    const refundId = await refund();
    await sql(
      `insert into recovery (provider, reason, read_from) values ('sandbox', 'BY_HAND', now())`,
    );
    await debitIsFound('debit-3');
    expect((await holds.holds()).map(({ hold, refunds }) => ({ hold, refunds }))).toEqual([
      { hold: 'RECOVERY', refunds: 1 },
      { hold: 'UNEXPLAINED_DEBIT', refunds: 0 },
    ]);
    expect(await of(refundId)).toMatchObject({ hold: 'RECOVERY', caseNumber: null });
    await sql('update recovery set ended_at = now()');
    await debitIsClear('debit-3');
    await shop.sendRefund(refundId);
  });

  it('is nobody who sends it: no worker, no rail, or a bank that does not answer', async () => {
    const refundId = await refund();
    expect(await of(refundId)).toBeUndefined();
    await sql(
      `update refund set updated_at = now() - interval '11 minutes' where refund_id = $1`,
      refundId,
    );
    expect(await holds.holds()).toMatchObject([{ hold: 'STALLED', refunds: 1 }]);
    await shop.refundSteps.take({ refundId, event: 'NAME_ASKED' });
    expect(await holds.holds()).toEqual([]);
    await sql(
      `update refund set updated_at = now() - interval '11 minutes' where refund_id = $1`,
      refundId,
    );
    expect(await holds.holds()).toMatchObject([{ hold: 'STALLED', provider: 'sandbox' }]);
    await shop.sendRefund(refundId);
  });

  it('is a refund’s own: its case, its account, the time that a new account waits, a refusal', async () => {
    const refundId = await refund();
    const number = await openCase('REFUND', refundId);
    expect(await of(refundId)).toMatchObject({ hold: 'CASE', caseNumber: number });
    await sql(`update attention_case set status = 'CLOSED', closed_at = now()`);
    await sql('update refund set redirected_at = now() where refund_id = $1', refundId);
    expect(await of(refundId)).toMatchObject({ hold: 'COOLING', sendsFrom: expect.any(Date) });
    await sql('update refund set redirected_at = null where refund_id = $1', refundId);
    const sessionId = `out-${refundId}`;
    await shop.refundSteps.take({ refundId, event: 'NAME_ASKED' });
    await shop.refundSteps.take({ refundId, event: 'SENT', sessionId });
    expect(await of(refundId)).toBeUndefined();
    await shop.refundSteps.take({ refundId, event: 'REFUSED', sessionId, code: '91' });
    expect(await of(refundId)).toMatchObject({ hold: 'REFUSED' });
    await shop.refundSteps.take({ refundId, event: 'NAME_ASKED' });
    await shop.refundSteps.take({ refundId, event: 'ACCOUNT_REFUSED', code: '07' });
    expect(await of(refundId)).toMatchObject({ hold: 'NEEDS_ACCOUNT' });
    expect((await holds.holds()).map(({ hold }) => hold)).toEqual(['NEEDS_ACCOUNT']);
  });

  it('has a sentence for each', async () => {
    const standing = {
      bankName: 'B',
      since: new Date(0),
      cases: [],
      refunds: 0,
      payouts: 1,
      amountMinor: 5n,
    };
    expect(holdText({ ...standing, hold: 'STALLED' })).toMatch(
      /^What .*\. 1 payout \(₦0\.05\) waits\.$/,
    );
    const own = ['CASE', 'COOLING', 'REFUSED', 'NEEDS_ACCOUNT', 'NEGATIVE_BALANCE'];
    for (const hold of [...own, 'NAME_CHANGED', 'ACCOUNT_REFUSED', 'MERCHANT_INACTIVE']) {
      expect(holdText({ ...standing, hold })).toMatch(
        /^1 payout \(₦0\.05\) waits (?:for|until|because) [^.A-Z]+\.$/,
      );
      expect(holdText({ ...standing, hold, refunds: 1_000 })).toMatch(
        /^1,000 refunds and 1 payout \(₦0\.05 together\) wait (?:for|until|because) [^.A-Z]+\.$/,
      );
    }
    expect(holdText({ ...standing, hold: 'CASE' })).toBe(
      '1 payout (₦0.05) waits for a decision in its own case.',
    );
    expect(holdText({ ...standing, hold: 'OTHER_LATER' })).toContain('waits: OTHER_LATER.');
  });
});
