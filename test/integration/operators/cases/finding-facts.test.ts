import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../../src/platform/database/new-id.js';
import { Shop, type OpenOrder } from '../../../support/shop.js';

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop[Symbol.asyncDispose]());

interface Facts {
  readonly merchant_name: string | null;
  readonly payment_reference: string | null;
  readonly account_number: string | null;
  readonly session_id: string | null;
  readonly provider: string | null;
  readonly amount_minor: bigint | null;
  readonly payer: Readonly<Record<string, string>>;
  readonly status: string | null;
}

async function find(kind: string, subject: string, detail: object): Promise<void> {
  await shop.pool.query(`select record_finding($1, $2, $3, 'ATTENTION')`, [
    ...[kind, subject, JSON.stringify(detail)],
  ]);
}
async function factsOf(subject: string): Promise<Facts | undefined> {
  const { rows } = await shop.pool.query<Facts>(`select * from facts_of_case('FINDING', $1)`, [
    subject,
  ]);
  return rows[0];
}

/** A payment of an order, and who paid it. */
async function payment(amountMinor = 1_000_000n) {
  const order = await shop.order();
  const sessionId = `in-${order.checkout.paymentReference}`;
  const { creditId } = await shop.pay(order.account.accountNumber, amountMinor, { sessionId });
  await shop.steps.applyCredit({ creditId });
  return { order, sessionId, creditId };
}
const whole = ({ checkout, account }: OpenOrder, sessionId: string) => ({
  merchant_name: expect.stringMatching(/\w/),
  payment_reference: checkout.paymentReference,
  account_number: account.accountNumber,
  session_id: sessionId,
  status: 'OPEN',
});
const ada = { accountName: 'ADA OBI', accountNumber: '0123457503' };

describe('a finding names all that is known', () => {
  it.each(['NOT_ON_STATEMENT', 'AMOUNT_DIFFERS'])('of a credit: %s', async (kind) => {
    const { order, sessionId, creditId } = await payment();
    await find(kind, sessionId, { provider: 'sandbox', creditId, amountMinor: '1234' });
    const facts = await factsOf(`${kind}:${sessionId}`);
    expect(facts).toMatchObject({ ...whole(order, sessionId), amount_minor: 1_234n });
    expect(facts?.payer).toMatchObject(ada);
  });

  it('of a credit that waits in suspense, when it is the only one', async () => {
    const { order, sessionId, creditId } = await payment();
    await find('SUSPENSE_AGED', creditId, { outcome: 'LATE' });
    expect(await factsOf('SUSPENSE_AGED')).toMatchObject(whole(order, sessionId));
    await find('SUSPENSE_AGED', newId('txn'), { outcome: 'LATE' });
    expect(await factsOf('SUSPENSE_AGED')).toMatchObject({
      payment_reference: null,
      session_id: null,
    });
  });

  it('of a payment of which more is wanted than it holds', async () => {
    const { order, sessionId, creditId } = await payment();
    await shop.pool.query(`select note_excess('sandbox', 'CB-1', $1, 500, 100)`, [creditId]);
    const facts = await factsOf('DISPUTE_EXCEEDS:sandbox/CB-1');
    expect(facts).toMatchObject({ ...whole(order, sessionId), amount_minor: 500n });
  });

  it.each(['RETURNED_IN_PART', 'FAILED_BUT_DEBITED'])(
    'of a refund that was sent: %s',
    async (kind) => {
      const { order } = await payment(1_000_100n);
      const refundId = (await shop.refundsOf(order.checkout.checkoutId))[0]?.refundId ?? '';
      const sessionId = `out-${refundId}`;
      await shop.refundSteps.take({ refundId, event: 'NAME_ASKED' });
      await shop.refundSteps.take({ refundId, event: 'SENT', sessionId });
      await find(kind, sessionId, { provider: 'sandbox', lineId: '1', amountMinor: '100' });
      const facts = await factsOf(`${kind}:${sessionId}`);
      expect(facts).toMatchObject(whole(order, sessionId));
      expect(facts?.payer).toMatchObject(ada);
    },
  );

  it.each([
    ['UNEXPLAINED_DEBIT', '-345600'],
    ['UNEXPLAINED_RETURN', '345600'],
    ['UNEXPLAINED_STAMP_DUTY', '-345600'],
    ['RETURNED_IN_PART', '345600'],
  ])(
    'of a line of the statement, and the amount by which our money at the bank is put right: %s',
    async (kind, amountMinor) => {
      const session = `${kind}-session`;
      await shop.pool.query(
        `insert into statement_line (provider, line_id, kind, session_id, amount_minor, balance_minor, booked_at, matched)
         values ('sandbox', $1, 'DEBIT', $2, 345600, 0, now(), $3)`,
        [kind.length, session, kind],
      );
      await find(kind, session, {
        provider: 'sandbox',
        lineId: String(kind.length),
        amountMinor: '345600',
      });
      expect(await factsOf(`${kind}:${session}`)).toMatchObject({
        ...{ session_id: session, provider: 'sandbox', amount_minor: 345_600n, status: 'OPEN' },
      });
      const { rows } = await shop.pool.query('select adjustment_shown($1) as shown', [
        `${kind}:${session}`,
      ]);
      expect(rows[0]?.shown).toMatchObject([
        { account: expect.stringContaining('1100'), amountMinor },
        { account: expect.stringContaining('5300'), amountMinor: String(-Number(amountMinor)) },
      ]);
    },
  );

  it('of a line that could not be imported', async () => {
    const detail = { provider: 'sandbox', lineId: '77', sessionId: 'line-77', amountMinor: '9' };
    await find('STATEMENT_LINE_ASIDE', 'sandbox/77', detail);
    expect(await factsOf('STATEMENT_LINE_ASIDE')).toMatchObject({
      ...{ session_id: 'line-77', provider: 'sandbox', amount_minor: 9n },
    });
  });

  it('of a fact that no workflow takes', async () => {
    const { checkout } = await shop.order();
    const { rows } = await shop.pool.query<{ id: bigint }>(
      'select max(fact_id) as id from fact where checkout_id = $1',
      [checkout.checkoutId],
    );
    await find('FACT_STALLED', String(rows[0]?.id), { what: 'INITIATED' });
    expect(await factsOf('FACT_STALLED')).toMatchObject({
      payment_reference: checkout.paymentReference,
    });
  });

  it('of many, how much they are', async () => {
    await find('SWEEP_FAILED', 'a', {});
    await find('SWEEP_FAILED', 'b', {});
    expect(await factsOf('SWEEP_FAILED')).toMatchObject({ status: 'OPEN', merchant_name: null });
    expect(await factsOf('BOOKS_DISAGREE')).toMatchObject({ status: 'RESOLVED' });
  });
});

it('a line of the statement names no payer once the books are adjusted for it', async () => {
  await shop.pool.query(
    `insert into statement_line (provider, line_id, kind, session_id, amount_minor, balance_minor, booked_at, matched, narration, counterpart)
       select 'sandbox', l.id, 'DEBIT', 'words-' || l.id, 700, 0, now(), 'UNEXPLAINED_DEBIT', 'Zainab', '{"accountName": "ZAINAB"}'
         from unnest(array[8001, 8002]) l (id)`,
  );
  await find('UNEXPLAINED_DEBIT', 'words-8001', {
    ...{ provider: 'sandbox', lineId: '8001', amountMinor: '700' },
  });
  await shop.pool.query(
    `select adjust_finding('UNEXPLAINED_DEBIT', 'words-8001', '{"operator": "Ada", "partner": "Bola", "reason": "a fee"}')`,
  );
  const { rows } = await shop.pool.query(
    `select line_id::integer as id, narration, counterpart from statement_line where session_id like 'words-%' order by line_id`,
  );
  expect(rows).toEqual([
    { id: 8001, narration: null, counterpart: null },
    { id: 8002, narration: 'Zainab', counterpart: { accountName: 'ZAINAB' } },
  ]);
});
