import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { StatementLine } from '../../../../src/domain/bank-rail.port.js';
import { PgReconciliationStore } from '../../../../src/upkeep/reconciliation/reconciliation.store.js';
import { Shop } from '../../../support/shop.js';

let shop: Shop;

beforeAll(async () => {
  shop = await Shop.open();
});
afterEach(() => shop.assertBooks());
afterAll(() => shop[Symbol.asyncDispose]());

describe('the session id of a sending', () => {
  it('is the same when a restored database receives the transfer anew, and another for each attempt', async () => {
    await using restored = await Shop.open(1);
    const order = await restored.order();
    const credit = { sessionId: `restored-${order.account.accountNumber}` };
    const receivedAndForgotten = async (undo: string) => {
      await restored.pool.query('begin');
      const { accountNumber } = order.account;
      const { creditId } = await restored.pay(accountNumber, 3_000_000n, credit);
      await restored.steps.applyCredit({ creditId });
      const [refund] = await restored.refundsOf(order.checkout.checkoutId);
      const standing = await restored.refundSteps.find(refund?.refundId ?? '');
      await restored.pool.query(undo);
      return standing;
    };
    const first = await receivedAndForgotten('rollback');
    const again = await receivedAndForgotten('commit');
    expect(again.refundId).not.toBe(first.refundId);
    expect(again.nextSession.tail).toBe(first.nextSession.tail);
    expect(again.acquirerId).toBe(first.acquirerId);

    const { refundId } = again;
    const about = { refundId, sessionId: 'restored-1' };
    await restored.refundSteps.take({ refundId, event: 'NAME_ASKED' });
    await restored.refundSteps.take({ ...about, event: 'SENT' });
    const refused = await restored.refundSteps.take({ ...about, event: 'REFUSED', code: '91' });
    expect(refused.nextSession.openedAt).toEqual(again.nextSession.openedAt);
    expect(refused.nextSession.tail).not.toBe(again.nextSession.tail);
    expect(refused.acquirerId).not.toBe(again.acquirerId);
  });

  it('and the id at an acquirer are the same when a merchant asks a restored database again by the same reference', async () => {
    await using restored = await Shop.open(1);
    const { creditId } = await restored.payAndPost(await restored.order(), 1_000_000n);
    const asked = async (refundReference: string, undo: string) => {
      await restored.pool.query('begin');
      const wanted = { refundReference, amountMinor: 200_000n };
      const { refund } = await restored.requestRefund(creditId, wanted);
      const standing = await restored.refundSteps.find(refund?.refundId ?? '');
      await restored.pool.query(undo);
      return standing;
    };
    const first = await asked('RFD-1', 'rollback');
    const again = await asked('RFD-1', 'commit');
    const other = await asked('RFD-2', 'commit');
    expect(again.refundId).not.toBe(first.refundId);
    expect(again.acquirerId).toBe(first.acquirerId);
    expect(again.nextSession.tail).toBe(first.nextSession.tail);
    expect(other.acquirerId).not.toBe(first.acquirerId);
  });
});

describe('money that left of which the books know nothing', () => {
  const found = (subject: string, action = 'ATTENTION') =>
    shop.pool.query(
      `insert into finding (kind, subject, detail, action) values ('UNEXPLAINED_DEBIT', $1, '{"provider": "sandbox"}', $2)
       on conflict (kind, subject) do update set action = excluded.action`,
      [subject, action],
    );

  it('keeps a refund from being sent, unless it is the very sending', async () => {
    const order = await shop.order();
    await shop.payAndPost(order, 3_000_000n);
    const refundId = (await shop.refundsOf(order.checkout.checkoutId))[0]?.refundId ?? '';
    await shop.refundSteps.take({ refundId, event: 'NAME_ASKED' });
    await found('stranger');
    const sent = { refundId, event: 'SENT', sessionId: 'out-session' } as const;
    const standing = { status: 'NAME_ENQUIRY', attempts: 0, heldBy: 'UNEXPLAINED_DEBIT' };
    expect(await shop.refundSteps.take(sent)).toMatchObject(standing);
    expect(await shop.refundSteps.find(refundId)).toMatchObject(standing);

    const { nextSession } = await shop.refundSteps.find(refundId);
    const debited = `090547260101000000${nextSession.tail}`;
    const line = (amountMinor: bigint) =>
      shop.pool.query(
        `insert into statement_line (provider, line_id, kind, session_id, amount_minor, balance_minor, booked_at, matched)
           values ('sandbox', 1, 'DEBIT', $1, $2, 0, now(), 'UNEXPLAINED_DEBIT')
         on conflict (provider, line_id) do update set amount_minor = excluded.amount_minor`,
        [debited, amountMinor],
      );
    await found(debited);
    await line(1n);
    expect(await shop.refundSteps.find(refundId)).toMatchObject({
      ...standing,
      nextSession: { onStatement: debited },
    });
    await line(2_000_000n);
    expect(await shop.refundSteps.find(refundId)).toMatchObject({ heldBy: null });
    expect(
      await shop.refundSteps.take({ refundId, event: 'SENT', sessionId: debited }),
    ).toMatchObject({ status: 'PROCESSING', openSending: { sessionId: debited } });
    const { rows } = await shop.pool.query<{ subject: string }>(
      `select subject from finding where kind = 'UNEXPLAINED_DEBIT' and action = 'ATTENTION'`,
    );
    expect(rows).toEqual([{ subject: 'stranger' }]);
    await found('stranger', 'RESOLVED');
  });
});

describe('a sending on the statement, whose outcome comes after the line', () => {
  let lines = 0n;
  const nobody = { accountNumber: null, accountName: null, bankCode: null, bankName: null };
  const line = (kind: StatementLine['kind'], sessionId: string): StatementLine => ({
    ...{ lineId: (lines += 1n) + 100n, kind, sessionId, amountMinor: 300_000n, currency: 'NGN' },
    ...{ balanceMinor: 0n, at: new Date(), accountNumber: null, counterpart: nobody },
    narration: null,
  });

  /** A sending that has left, and its steps. */
  async function sent(sessionId: string) {
    const { creditId } = await shop.pay('5019999999', 300_000n);
    const ruling = { by: 'OPERATOR', decision: 'return' } as const;
    await shop.heldCredits.resolveCredit({ creditId, ruling });
    const refundId = (await shop.refundsOf(creditId))[0]?.refundId ?? '';
    const take = (event: 'SENT' | 'LOST_SIGHT' | 'REFUSED') =>
      shop.refundSteps.take({ refundId, sessionId, event });
    await take('SENT');
    return take;
  }

  /** Matches and imports the lines that wait, as a run does; answers what each was found to be. */
  async function importWaiting(): Promise<string[]> {
    const store = new PgReconciliationStore(shop.pool);
    const kinds: string[] = [];
    for (const { line: waiting } of await store.waiting('sandbox', 100)) {
      if ('raw' in waiting) throw new Error('it cannot be read');
      const found = await store.match('sandbox', waiting);
      await store.importLine('sandbox', waiting, found);
      kinds.push(found.kind);
    }
    return kinds;
  }
  const read = (...given: readonly StatementLine[]) =>
    new PgReconciliationStore(shop.pool).takeLines('sandbox', given);

  const debits = async (sessionId: string) => {
    const { rows } = await shop.pool.query<{ action: string }>(
      `select action from finding where kind = 'FAILED_BUT_DEBITED' and subject = $1`,
      [sessionId],
    );
    return rows.map(({ action }) => action);
  };

  it('is found by its refusal, before it is sent again', async () => {
    const sessionId = 'debited-then-refused';
    const take = await sent(sessionId);
    await read(line('DEBIT', sessionId));
    expect(await importWaiting()).toEqual(['OUTCOME_OPEN']);
    expect(await debits(sessionId)).toEqual([]);
    expect(await take('REFUSED')).toMatchObject({ debited: sessionId, openSending: null });
    expect(await debits(sessionId)).toEqual(['ATTENTION']);
    expect(await importWaiting()).toEqual(['FAILED_BUT_DEBITED']);
    expect(await importWaiting()).toEqual([]);
  });

  it('asks for nobody when it came back', async () => {
    const sessionId = 'debited-returned-then-refused';
    const take = await sent(sessionId);
    await take('LOST_SIGHT');
    await read(line('DEBIT', sessionId), line('DEBIT_RETURNED', sessionId));
    expect(await importWaiting()).toEqual(['FATE_DIFFERS', 'FATE_DIFFERS']);
    expect(await importWaiting()).toEqual([]);
    expect(await take('REFUSED')).toMatchObject({ debited: null });
    expect(await importWaiting()).toEqual(['MATCHED', 'MATCHED']);
    expect(await debits(sessionId)).toEqual([]);
  });

  it('waits for a person when it came back and never left', async () => {
    const sessionId = 'refused-and-returned';
    await (
      await sent(sessionId)
    )('REFUSED');
    await read(line('DEBIT_RETURNED', sessionId));
    expect(await importWaiting()).toEqual(['UNEXPLAINED_RETURN']);
  });
});
