import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PgFigureStore } from '../../../src/upkeep/reconciliation/figure.store.js';
import { registerFigures } from '../../../src/upkeep/reconciliation/reconciliation-metrics.js';
import { createRegistry } from '../../../src/platform/observability/metrics.js';
import type { ReconciliationResult } from '../../../workflows/upkeep/reconciliation.workflow.js';
import { sessionId } from '../../../src/domain/nip-session.js';
import { PgPayoutSteps } from '../../../src/payouts/settlement/payout-steps.store.js';
import type { Findings } from '../../../workflows/upkeep/findings.js';
import { countEvents, currentDetails, eventNames } from '../../support/history.js';
import { PayoutWorld } from '../../support/payout-world.js';

let world: PayoutWorld;
beforeAll(async () => void (world = await PayoutWorld.start()));
afterAll(() => world[Symbol.asyncDispose]());
afterEach(async () => {
  await world.rails.bank.behaveWell();
  expect(await world.faults()).toEqual([]);
});

const amount = 500_000n;
let runs = 0;

function run<Result>(workflow: string, args: object[]): Promise<Result> {
  runs += 1;
  return world.client.workflow.execute(workflow, {
    taskQueue: 'rails',
    workflowId: `payout-reconciliation-${runs}`,
    args,
  }) as Promise<Result>;
}

const reconcile = () =>
  run<ReconciliationResult>('reconciliationWorkflow', [{ provider: 'simulator' }]);
const sweep = () => run<Findings>('sweepWorkflow', []);

async function arrived() {
  const payout = await world.paidOut(amount);
  await world.result(payout);
  const [sending] = await world.sendings(payout);
  return { payout, sessionId: sending?.session_id ?? '' };
}

describe('a debit on the statement', () => {
  test('of a payout that arrived is as it should be, with its duty', async () => {
    await reconcile();
    const payout = await world.paidOut(2_000_000n);
    await world.result(payout);
    expect(await reconcile()).toMatchObject({ lines: 2, total: 0 });
    expect(await world.received(payout)).toBe(1_995_000);
  });

  test('of a payout whose fate is not known has the bank asked at once', async () => {
    const rule = { on: 'transfer', times: 1, answer: '96', done: true };
    const merchant = await world.merchant(amount);
    const account = merchant.accountNumber;
    await world.rails.bank.misbehave({ ...rule, account });
    await world.rails.bank.misbehave({ on: 'query', account, times: 3, answer: '09' });
    await world.settle();
    const payout = await world.begun(merchant);
    await world.until(payout, 'UNKNOWN');
    // Its own first queries are over, and the next is minutes off.
    await world.ahead(payout, 2);
    await world.pool.query(
      `update outward_transfer set sent_at = sent_at - interval '2 minutes' where status = 'UNKNOWN'`,
    );
    const { findings } = await reconcile();
    expect(findings).toMatchObject([{ kind: 'FATE_DIFFERS', action: 'ASKED_BANK' }]);
    expect(await world.result(payout)).toEqual({ status: 'SUCCESSFUL' });
    const names = await eventNames(world.handle(payout));
    expect(countEvents(names, 'TIMER_CANCELED')).toBe(1);
  });

  test('of a payout that the bank had refused stops it from being sent again', async () => {
    const rule = { on: 'transfer', times: 1, answer: '91', done: true };
    const payout = await world.paidOut(amount, { rule });
    await expect.poll(async () => (await world.sendings(payout))[0]?.status).toBe('FAILED');
    const { findings } = await reconcile();
    expect(findings).toMatchObject([{ kind: 'FAILED_BUT_DEBITED', action: 'ATTENTION' }]);
    expect(await world.rails.untilWaiting(payout.workflowId)).toMatch(/^DEBITED: 090547/);
    await world.decide(payout, 'cancel');
    expect(await world.result(payout)).toEqual({ status: 'CANCELLED' });
    expect(await world.sendings(payout)).toHaveLength(1);
  });

  /** Nobody knows what became of the payout, which has left; the statement shows it before the bank answers. */
  async function shownWhileUnknown() {
    const { bank } = world.rails;
    await bank.misbehave({ on: 'query', answer: '09' });
    const payout = await world.paidOut(amount, {
      rule: { on: 'transfer', times: 1, answer: '96', done: true },
    });
    await world.until(payout, 'UNKNOWN');
    const sessionId = (await world.sendings(payout))[0]?.session_id ?? '';
    const queryAnswers = (answer: string) => bank.behave({ rules: [{ on: 'query', answer }] });
    return { payout, sessionId, queryAnswers };
  }

  test.each([
    ['refuses it for certain', '05', 5],
    ['has no record of it', '25', 60],
  ])(
    'of a payout stops it from being sent again when the bank says later that it %s',
    async (_what, answer, minutes) => {
      const { payout, sessionId, queryAnswers } = await shownWhileUnknown();
      expect((await reconcile()).findings).toMatchObject([{ kind: 'FATE_DIFFERS' }]);
      await queryAnswers(answer);
      await world.ahead(payout, minutes);
      expect(await world.rails.untilWaiting(payout.workflowId)).toBe(`DEBITED: ${sessionId}`);
      expect((await reconcile()).findings).toMatchObject([{ kind: 'FAILED_BUT_DEBITED' }]);
      await world.ahead(payout, 24 * 60);
      await world.decide(payout, 'cancel');
      expect(await world.result(payout)).toEqual({ status: 'CANCELLED' });
      expect(await world.sendings(payout)).toHaveLength(1);
      expect(await world.received(payout)).toBe(Number(amount));
    },
  );

  test('of a payout that came back before the bank refused it lets it be sent again', async () => {
    const { payout, sessionId, queryAnswers } = await shownWhileUnknown();
    await world.rails.bank.returnTransfer(sessionId);
    await reconcile();
    await queryAnswers('05');
    await world.ahead(payout, 20);
    expect(await world.result(payout)).toEqual({ status: 'SUCCESSFUL' });
    expect(await world.sendings(payout)).toMatchObject([
      { status: 'FAILED' },
      { status: 'SUCCESSFUL' },
    ]);
    expect(await reconcile()).toMatchObject({ total: 0 });
  });

  test('of a payout that came back before the bank knew of it makes it REVERSED', async () => {
    const { payout, sessionId } = await shownWhileUnknown();
    await world.rails.bank.returnTransfer(sessionId);
    const { findings } = await reconcile();
    expect(findings).toMatchObject([{ kind: 'FATE_DIFFERS' }, { kind: 'FATE_DIFFERS' }]);
    await world.rails.bank.behaveWell();
    await world.ahead(payout, 5);
    expect(await world.result(payout)).toEqual({ status: 'SUCCESSFUL' });
    expect(await reconcile()).toMatchObject({ findings: [{ kind: 'TRANSFER_RETURNED' }] });
    expect(await world.status(payout)).toMatchObject({ status: 'REVERSED', paid_minor: 0n });
    expect(await world.money(payout.merchantId)).toEqual({ '2110': amount });
    expect(await reconcile()).toMatchObject({ total: 0 });
  });
});

describe('a payout that the receiving bank sends back', () => {
  test('is REVERSED once, and the balance is restored', async () => {
    const { payout, sessionId } = await arrived();
    await reconcile();
    await world.rails.bank.returnTransfer(sessionId);
    const { findings } = await reconcile();
    expect(findings).toMatchObject([{ kind: 'TRANSFER_RETURNED', action: 'PAYOUT_RETURNED' }]);
    expect(await reconcile()).toMatchObject({ lines: 0, total: 0 });
    expect(await world.status(payout)).toMatchObject({ status: 'REVERSED', paid_minor: 0n });
    expect(await world.money(payout.merchantId)).toEqual({ '2110': amount });
    expect(await world.events(payout.merchantId)).toEqual([
      'settlement.successful',
      'settlement.reversed',
    ]);
  });

  test('in part is for a person', async () => {
    const { payout, sessionId } = await arrived();
    await reconcile();
    await world.rails.bank.returnTransfer(sessionId, 100_000);
    const { findings } = await reconcile();
    expect(findings).toMatchObject([{ kind: 'RETURNED_IN_PART', action: 'ATTENTION' }]);
    expect(await world.status(payout)).toMatchObject({ status: 'SUCCESSFUL' });
  });
});

describe('money that left of which the books know nothing', () => {
  const unexplained = '090547260101000000000000000000';
  const explain = () =>
    world.pool.query(
      `update finding set action = 'RESOLVED' where kind = 'UNEXPLAINED_DEBIT' and subject = $1`,
      [unexplained],
    );

  /** A payout that waits because of it. */
  async function heldPayout() {
    await world.pool.query(
      `select record_finding('UNEXPLAINED_DEBIT', $1, '{"provider": "simulator"}', 'ATTENTION')`,
      [unexplained],
    );
    const payout = await world.paidOut(amount);
    await expect
      .poll(() => currentDetails(world.handle(payout)))
      .toContain('finding/UNEXPLAINED_DEBIT');
    return payout;
  }

  test('keeps a payout from being sent until it is cleared up', async () => {
    const payout = await heldPayout();
    await world.ahead(payout, 10);
    expect(await world.sendings(payout)).toEqual([]);
    expect(await world.received(payout)).toBe(0);
    await explain();
    await world.ahead(payout, 5);
    expect(await world.result(payout)).toEqual({ status: 'SUCCESSFUL' });
    expect(await world.sendings(payout)).toHaveLength(1);
  });

  /** As the bank has it from before a restore: the sending of this payout, of an amount of its own. Answers its session id. */
  async function sentBefore({ settlementId }: { settlementId: string }, amountMinor: bigint) {
    const steps = new PgPayoutSteps(world.pool);
    const { payouts } = await steps.find(settlementId);
    const before = sessionId('090547', new Date(), payouts[0]?.nextSession.tail ?? '');
    const account = await steps.account(settlementId);
    await world.rails.rails.banks.get('simulator')?.transfer({
      sessionId: before,
      destination: account,
      destinationName: account.accountName,
      nameEnquiryReference: null,
      amountMinor,
      currency: 'NGN',
      narration: 'before the restore',
    });
    const { findings } = await reconcile();
    expect(findings).toMatchObject([{ kind: 'UNEXPLAINED_DEBIT', subject: before }]);
    return before;
  }

  const unexplainedNow = async () => {
    const { rows } = await world.pool.query<{ subject: string }>(
      `select subject from finding where kind = 'UNEXPLAINED_DEBIT' and action = 'ATTENTION'`,
    );
    return rows.map(({ subject }) => subject);
  };

  test('is booked, and not sent a second time, when it is what a restored database is about to send', async () => {
    await reconcile();
    const payout = await heldPayout();
    const before = await sentBefore(payout, amount);
    await world.ahead(payout, 5);
    expect(await world.result(payout)).toEqual({ status: 'SUCCESSFUL' });
    expect(await world.sendings(payout)).toMatchObject([{ session_id: before }]);
    expect(await world.received(payout)).toBe(Number(amount));
    await explain();
    expect(await unexplainedNow()).toEqual([]);
  });

  test('is booked by an operator to the merchant that has had it, when its settlement comes to another amount now', async () => {
    const payout = await heldPayout();
    const before = await sentBefore(payout, 300_000n);
    await explain();
    await world.ahead(payout, 5);
    expect(await world.sendings(payout)).toEqual([]);
    const book = (merchantId: string | null) =>
      world.pool.query('select book_debit($1, $2, $3, $4) as booked', [
        before,
        merchantId,
        'ngozi',
        'paid before the restore',
      ]);
    await expect(book('mch_nobody')).rejects.toThrow('there is no merchant mch_nobody');
    expect((await book(payout.merchantId)).rows).toEqual([{ booked: 300_000n }]);
    await expect(book(payout.merchantId)).rejects.toThrow('no debit that the books do not know');
    expect(await unexplainedNow()).toEqual([]);
    await world.ahead(payout, 10);
    expect(await world.result(payout)).toEqual({ status: 'CANCELLED' });
    expect(await world.sendings(payout)).toEqual([]);
    expect(await world.received(payout)).toBe(300_000);
    expect(await world.money(payout.merchantId)).toEqual({ '2110': amount - 300_000n });
  });
});

describe('the sweep', () => {
  test('starts a settlement again whose workflow and fact are gone', async () => {
    const merchant = await world.merchant(amount);
    await world.pool.query(`select settle_merchant($1, 'INSTANT', now())`, [merchant.merchantId]);
    await world.pool.query(
      `update fact set applied_at = now(), due_at = null where applied_at is null`,
    );
    const payout = await world.begun(merchant);
    expect(await sweep()).toMatchObject({ total: 0 });
    await world.pool.query(
      `update settlement set updated_at = now() - interval '2 hours' where settlement_id = $1`,
      [payout.settlementId],
    );
    expect(await sweep()).toMatchObject({
      findings: [{ kind: 'SETTLEMENT_STALLED', subject: payout.settlementId, action: 'STARTED' }],
    });
    await world.until(payout, 'SUCCESSFUL');
  });

  test('reports what has not been known for a day', async () => {
    const rule = { on: 'transfer', answer: '09', done: 'HELD' };
    const payout = await world.paidOut(amount, { rule });
    await world.until(payout, 'UNKNOWN');
    await world.pool.query(
      `update settlement set updated_at = now() - interval '25 hours' where settlement_id = $1`,
      [payout.settlementId],
    );
    const { findings } = await sweep();
    expect(findings.map(({ kind }) => kind)).toContain('PAYOUT_UNKNOWN');
    const [sending] = await world.sendings(payout);
    await world.rails.bank.releaseTransfer(sending?.session_id ?? '');
    await world.ahead(payout, 5);
    expect(await world.result(payout)).toEqual({ status: 'SUCCESSFUL' });
  });
});

test('a fact that nobody has told is told by the relay', async () => {
  const merchant = await world.merchant(amount);
  await world.pool.query(`select settle_merchant($1, 'INSTANT', now())`, [merchant.merchantId]);
  await world.pool.query(`update fact set due_at = now() where applied_at is null`);
  const payout = await world.begun(merchant);
  const relay = world.rails.relay();
  relay.start();
  await world.until(payout, 'SUCCESSFUL');
  await relay.close();
});

test('metrics tell of the last run, what is held and what is not known', async () => {
  const registry = createRegistry();
  registerFigures(registry, new PgFigureStore(world.pool));
  const held = await world.merchant(amount, { accountName: 'ANOTHER LIMITED' });
  const paid = await world.merchant(amount);
  const before = Date.now();
  await world.settle();
  await world.result(await world.begun(paid));
  const { workflowId } = await world.begun(held);
  await world.rails.untilWaiting(workflowId);
  const text = await registry.metrics();
  expect(text).toMatch(/manilla_settlements_open\{status="ON_HOLD"\} 1/);
  expect(text).toMatch(/manilla_settlements_open_minor\{status="ON_HOLD",currency="NGN"\} 500000/);
  expect(text).toMatch(/manilla_settlement_run_amount_minor\{cycle="INSTANT"\} 1000000/);
  const lag = /manilla_settlement_run_lag_seconds\{cycle="INSTANT"\} ([\d.]+)/.exec(text)?.[1];
  expect(Number(lag)).toBeLessThan((Date.now() - before) / 1_000 + 5);
});
