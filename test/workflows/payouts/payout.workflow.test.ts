import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { payoutRailActivities } from '../../../activities/payouts/payout.activities.js';
import { PgPayoutSteps } from '../../../src/payouts/settlement/payout-steps.store.js';
import { countEvents, currentDetails, eventNames } from '../../support/history.js';
import { type BegunPayout, PayoutWorld } from '../../support/payout-world.js';

let world: PayoutWorld;
beforeAll(async () => void (world = await PayoutWorld.start()));
afterAll(() => world[Symbol.asyncDispose]());
afterEach(async () => {
  await world.rails.bank.behaveWell();
  expect(await world.faults()).toEqual([]);
});

const amount = 500_000n;

/** A payout that its bank takes as three transfers. */
async function paidInThree(options: { rule?: object } = {}): Promise<BegunPayout> {
  const limit = `update setting set value = $1 where name = 'payout_limit_minor'`;
  await world.pool.query(limit, ['200000']);
  const payout = await world.paidOut(amount, options);
  await world.pool.query(limit, ['1000000000']);
  return payout;
}

describe('a payout that all goes well with', () => {
  test('asks for the name, is sent once and ends', async () => {
    const payout = await world.paidOut(amount);
    expect(await world.result(payout)).toEqual({ status: 'SUCCESSFUL' });
    const [sending, ...more] = await world.sendings(payout);
    expect(more).toEqual([]);
    expect(sending).toMatchObject({ status: 'SUCCESSFUL', response_code: '00' });
    expect(sending?.session_id).toMatch(/^090547\d{24}$/);
    expect(await world.received(payout)).toBe(Number(amount));
    expect(await world.money(payout.merchantId)).toEqual({});
    expect(await world.events(payout.merchantId)).toEqual(['settlement.successful']);
  });

  test('costs twenty events and three workflow tasks', async () => {
    const payout = await world.paidOut(amount);
    await world.result(payout);
    const events = await eventNames(world.handle(payout));
    expect(countEvents(events, 'WORKFLOW_TASK_COMPLETED')).toBe(3);
    expect(countEvents(events, 'ACTIVITY_TASK_SCHEDULED')).toBe(2);
    expect(events.length).toBeLessThanOrEqual(20);
  });

  test('tells its page what was paid, and holds no name or number in its history', async () => {
    const payout = await world.paidOut(amount);
    await world.result(payout);
    expect(await currentDetails(world.handle(payout))).toMatch(/\*\*Paid out\*\*[^]*₦5,000\.00/);
    const { events } = await world.handle(payout).fetchHistory();
    expect(JSON.stringify(events)).not.toContain(payout.accountNumber);
  });

  test('ends at once when it is told again', async () => {
    const payout = await world.paidOut(amount);
    await world.result(payout);
    await world.rails.world.payoutGateway.start(payout.settlementId);
    expect(await world.result(payout)).toEqual({ status: 'SUCCESSFUL' });
    expect(await world.sendings(payout)).toHaveLength(1);
  });

  test('sends in parts what is more than the rail takes at once, each under its own id', async () => {
    const payout = await paidInThree();
    expect(await world.result(payout)).toEqual({ status: 'SUCCESSFUL' });
    const sendings = await world.sendings(payout);
    expect(sendings.map(({ part }) => part)).toEqual([1, 2, 3]);
    expect(new Set(sendings.map(({ session_id }) => session_id)).size).toBe(3);
    expect(await world.received(payout)).toBe(Number(amount));
    const asked = await world.rails.bank.calls({ on: 'name-enquiry' });
    expect(
      asked.filter(({ accountNumber }) => accountNumber === payout.accountNumber),
    ).toHaveLength(1);
  });
});

describe('a sending without an answer', () => {
  test.each([['TIMEOUT'], ['RESET']] as const)(
    'after which money moved (%s) is confirmed by the first query, and sent once',
    async (answer) => {
      const rule = { on: 'transfer', times: 1, answer, done: true };
      const payout = await world.paidOut(amount, { rule });
      await world.until(payout, 'UNKNOWN');
      await world.ahead(payout, 1);
      expect(await world.result(payout)).toEqual({ status: 'SUCCESSFUL' });
      expect(await world.sendings(payout)).toMatchObject([{ status: 'SUCCESSFUL' }]);
    },
  );

  test('stays UNKNOWN while the bank says that it does not know', async () => {
    const rule = { on: 'transfer', answer: '09', done: 'HELD' };
    const payout = await world.paidOut(amount, { rule });
    await world.until(payout, 'UNKNOWN');
    await world.ahead(payout, 100);
    expect((await world.status(payout))?.status).toBe('UNKNOWN');
    const [sending, ...more] = await world.sendings(payout);
    expect(more).toEqual([]);
    expect(await world.money(payout.merchantId)).toEqual({ '2320': amount });
    await world.rails.bank.releaseTransfer(sending?.session_id ?? '');
    await world.ahead(payout, 5);
    expect(await world.result(payout)).toEqual({ status: 'SUCCESSFUL' });
  });

  test('that the bank has no record of, asked twice past the cut-off, is the balance again and not sent again', async () => {
    const rule = { on: 'transfer', times: 1, answer: '09', done: false };
    const payout = await world.paidOut(amount, { rule });
    await world.until(payout, 'UNKNOWN');
    await world.ahead(payout, 40);
    expect((await world.status(payout))?.status).toBe('UNKNOWN');
    await world.ahead(payout, 20);
    expect(await world.result(payout)).toEqual({ status: 'FAILED' });
    expect(await world.sendings(payout)).toMatchObject([{ status: 'FAILED', response_code: '25' }]);
    expect(await world.money(payout.merchantId)).toEqual({ '2110': amount });
    expect(await world.status(payout)).toMatchObject({ failure: 'NO_RECORD' });
    await world.settle();
    const next = await world.begun(payout);
    expect(await world.result(next)).toEqual({ status: 'SUCCESSFUL' });
    expect(await world.received(payout)).toBe(Number(amount));
    // The worker that was to send it was frozen all the while, and goes on where it stood.
    const steps = new PgPayoutSteps(world.pool);
    const { sendPayout } = payoutRailActivities(steps, world.rails.rails.banks);
    const sessionId = (await world.sendings(payout))[0]?.session_id ?? '';
    const payoutId = (await steps.find(payout.settlementId)).payouts[0]?.payoutId ?? 'pay_none';
    await expect(
      sendPayout({ payoutId, sessionId, nameEnquiryReference: null }),
    ).rejects.toMatchObject({ type: 'STALE_SENDING' });
    expect(await world.received(payout)).toBe(Number(amount));
  });

  test('that two operators have heard was not sent is the balance again and not sent again', async () => {
    const payout = await world.paidOut(amount, {
      rule: { on: 'transfer', times: 1, answer: '09', done: false },
    });
    await world.rails.bank.misbehave({ on: 'query', answer: '09' });
    await world.until(payout, 'UNKNOWN');
    await world.ahead(payout, 75);
    expect(await world.rails.untilWaiting(payout.workflowId)).toBe('UNKNOWN: NO_ANSWER');
    expect(await currentDetails(world.handle(payout))).toContain(
      'After "not sent", the money is the merchant\'s again',
    );
    await world.decide(payout, 'not_sent');
    await expectGivenBack(payout);
  });

  test('that its bank has no record of, by a code of its own, is the balance again and not sent again', async () => {
    const bank = world.rails.rails.banks.get('simulator');
    if (bank === undefined) throw new Error('there is no bank');
    const answer = { outcome: 'ABSENT', code: '01', failure: null } as const;
    const asked = vi.spyOn(bank, 'query').mockResolvedValue(answer);
    const rule = { on: 'transfer', times: 1, answer: '09', done: false };
    const payout = await world.paidOut(amount, { rule });
    await world.until(payout, 'UNKNOWN');
    await world.ahead(payout, 60);
    await expectGivenBack(payout);
    asked.mockRestore();
  });

  async function expectGivenBack(payout: BegunPayout): Promise<void> {
    expect(await world.result(payout)).toEqual({ status: 'FAILED' });
    expect(await world.status(payout)).toMatchObject({ failure: 'NO_RECORD' });
    expect(await world.sendings(payout)).toMatchObject([{ status: 'FAILED' }]);
    expect(await world.money(payout.merchantId)).toEqual({ '2110': amount });
  }

  test('that the bank once knew of is not given up by "no record" before and after', async () => {
    const { bank } = world.rails;
    const payout = await world.paidOut(amount, {
      rule: { on: 'transfer', times: 1, answer: '09', done: 'HELD' },
    });
    await world.until(payout, 'UNKNOWN');
    const noRecord = { on: 'query', account: payout.accountNumber, answer: '25' };
    await bank.misbehave(noRecord);
    await world.ahead(payout, 33);
    // The query of minute 36 is told the truth: the bank has it and has not decided.
    await bank.behaveWell();
    await world.ahead(payout, 5);
    await bank.misbehave(noRecord);
    // Minute 46 is fifteen minutes after the first "no record" that counted, and five after the last.
    await world.ahead(payout, 11);
    expect((await world.status(payout))?.status).toBe('UNKNOWN');
    const [sending, ...more] = await world.sendings(payout);
    expect(more).toEqual([]);
    await bank.behaveWell();
    await bank.releaseTransfer(sending?.session_id ?? '');
    await world.ahead(payout, 5);
    expect(await world.result(payout)).toEqual({ status: 'SUCCESSFUL' });
    expect(await world.received(payout)).toBe(Number(amount));
  });

  test('is searched for in a new run when the history has become long', async () => {
    const payout = await world.paidOut(amount, {
      rule: { on: 'transfer', answer: '09', done: 'HELD' },
    });
    await world.until(payout, 'UNKNOWN');
    await world.handle(payout).terminate('a test');
    const { runId } = await world.client.workflow.getHandle(payout.workflowId).describe();
    await world.client.workflow.start('payoutWorkflow', {
      taskQueue: 'rails',
      workflowId: payout.workflowId,
      args: [{ settlementId: payout.settlementId, parkAfterMs: 4_000, longHistory: 30 }],
    });
    const second = await world.handle(payout).describe();
    expect(second.runId).not.toBe(runId);
    await world.ahead(payout, 2);
    await expect
      .poll(async () => (await world.handle(payout).describe()).runId)
      .not.toBe(second.runId);
    const [sending, ...more] = await world.sendings(payout);
    expect(more).toEqual([]);
    await world.rails.bank.releaseTransfer(sending?.session_id ?? '');
    await world.ahead(payout, 15);
    expect(await world.result(payout)).toEqual({ status: 'SUCCESSFUL' });
  });
});

describe('a refusal for certain', () => {
  test('for a passing reason is tried again under a new id, and arrives once', async () => {
    const rule = { on: 'transfer', times: 2, answer: '91', done: false };
    const payout = await world.paidOut(amount, { rule });
    await world.until(payout, 'SCHEDULED');
    await world.ahead(payout, 10);
    expect(await world.result(payout)).toEqual({ status: 'SUCCESSFUL' });
    const sendings = await world.sendings(payout);
    expect(sendings.map(({ status }) => status)).toEqual(['FAILED', 'FAILED', 'SUCCESSFUL']);
    expect(new Set(sendings.map(({ session_id }) => session_id)).size).toBe(3);
    expect(await world.received(payout)).toBe(Number(amount));
  });

  test('that lasts is given up at the end of the window, and is the balance again', async () => {
    const rule = { on: 'transfer', answer: '91', done: false };
    const payout = await world.paidOut(amount, { rule });
    await world.ahead(payout, 24 * 60);
    expect(await world.result(payout)).toEqual({ status: 'FAILED' });
    expect(await world.money(payout.merchantId)).toEqual({ '2110': amount });
    expect(await world.status(payout)).toMatchObject({ failure: 'SEND_WINDOW_OVER' });
    expect(await world.events(payout.merchantId)).toEqual(['settlement.failed']);
  });
});

test('a bank that is down for the whole window is sent nothing', async () => {
  const payout = await world.paidOut(amount, { rule: { on: 'name-enquiry', answer: 'HTTP_500' } });
  await world.ahead(payout, 24 * 60);
  expect(await world.result(payout)).toEqual({ status: 'FAILED' });
  expect(await world.sendings(payout)).toEqual([]);
  expect(await world.money(payout.merchantId)).toEqual({ '2110': amount });
});

describe('a settlement that is held', () => {
  test('because the name has changed is sent when an operator releases it, and the name is kept', async () => {
    const payout = await world.paidOut(amount, { accountName: 'ANOTHER LIMITED' });
    expect(await world.rails.untilWaiting(payout.workflowId)).toBe('HELD: NAME_CHANGED');
    expect(await world.status(payout)).toMatchObject({
      status: 'ON_HOLD',
      hold_reason: 'NAME_CHANGED',
    });
    expect(await world.sendings(payout)).toEqual([]);
    await expect
      .poll(() => currentDetails(world.handle(payout)))
      .toMatch(
        /a payout is held[^]*DECISION --reason WHY`: `release` \(Pay it out, two operators\), `cancel`/,
      );
    await world.decide(payout, 'release');
    expect(await world.result(payout)).toEqual({ status: 'SUCCESSFUL' });
    const { rows } = await world.pool.query(
      'select what, actor from settlement_account_change where merchant_id = $1',
      [payout.merchantId],
    );
    expect(rows).toEqual([{ what: 'NAME_ACCEPTED', actor: 'ngozi' }]);
    expect(await world.events(payout.merchantId)).toEqual([
      'settlement.on_hold',
      'settlement.successful',
    ]);
  });

  test('is the balance again when an operator cancels it', async () => {
    const payout = await world.paidOut(amount, { accountName: 'ANOTHER LIMITED' });
    await world.rails.untilWaiting(payout.workflowId);
    await expect(world.decide(payout, 'retry')).rejects.toThrow();
    await world.decide(payout, 'cancel');
    expect(await world.result(payout)).toEqual({ status: 'CANCELLED' });
    expect(await world.money(payout.merchantId)).toEqual({ '2110': amount });
    expect(await world.sendings(payout)).toEqual([]);
  });

  test('because the bank does not know the account', async () => {
    const payout = await world.paidOut(amount, { rule: { on: 'name-enquiry', answer: '07' } });
    expect(await world.rails.untilWaiting(payout.workflowId)).toBe('HELD: ACCOUNT_REFUSED');
    await world.rails.bank.behaveWell();
    await world.decide(payout, 'release');
    expect(await world.result(payout)).toEqual({ status: 'SUCCESSFUL' });
  });

  test.each([['57'], ['34']])('because the transfer is refused with %s', async (answer) => {
    const payout = await world.paidOut(amount, { rule: { on: 'transfer', answer, done: false } });
    expect(await world.rails.untilWaiting(payout.workflowId)).toBe('HELD: ACCOUNT_REFUSED');
    await world.decide(payout, 'cancel');
    expect(await world.result(payout)).toEqual({ status: 'CANCELLED' });
    expect(await world.sendings(payout)).toMatchObject([{ status: 'FAILED' }]);
    expect(await world.money(payout.merchantId)).toEqual({ '2110': amount });
  });

  test('because its merchant is suspended', async () => {
    const payout = await world.paidOut(amount, { status: 'SUSPENDED' });
    expect(await world.rails.untilWaiting(payout.workflowId)).toBe('HELD: MERCHANT_INACTIVE');
    await world.decide(payout, 'release');
    expect(await world.result(payout)).toEqual({ status: 'SUCCESSFUL' });
  });

  test('because its merchant is suspended while a transfer is in doubt sends no other', async () => {
    const rule = { on: 'transfer', times: 1, answer: '09', done: 'HELD' };
    const payout = await paidInThree({ rule });
    await world.until(payout, 'UNKNOWN');
    await world.suspend(payout);
    const [sending] = await world.sendings(payout);
    await world.rails.bank.releaseTransfer(sending?.session_id ?? '');
    await world.ahead(payout, 5);
    expect(await world.rails.untilWaiting(payout.workflowId)).toBe('HELD: MERCHANT_INACTIVE');
    expect(await world.sendings(payout)).toMatchObject([{ part: 1, status: 'SUCCESSFUL' }]);
    await world.decide(payout, 'release');
    expect(await world.result(payout)).toEqual({ status: 'SUCCESSFUL' });
    expect(await world.received(payout)).toBe(Number(amount));
  });

  test('because its merchant is suspended just before it is sent', async () => {
    const merchant = await world.merchant(amount);
    using enquiry = world.rails.holdEnquiries();
    await world.settle();
    const payout = await world.begun(merchant);
    await enquiry.asked;
    await world.suspend(payout);
    enquiry.answer();
    expect(await world.rails.untilWaiting(payout.workflowId)).toBe('HELD: MERCHANT_INACTIVE');
    await world.decide(payout, 'cancel');
    expect(await world.result(payout)).toEqual({ status: 'CANCELLED' });
    expect(await world.sendings(payout)).toEqual([]);
  });
});

test('a step that the database refuses waits for an operator, and goes on by retry', async () => {
  const merchant = await world.merchant(amount);
  await world.pool.query(`alter function take_payout_step rename to take_payout_step_away`);
  await world.settle();
  const payout = await world.begun(merchant);
  expect(await world.rails.untilWaiting(payout.workflowId)).toBe('SENT: LEDGER_MISMATCH');
  await world.pool.query(`alter function take_payout_step_away rename to take_payout_step`);
  await world.decide(payout, 'retry');
  expect(await world.result(payout)).toEqual({ status: 'SUCCESSFUL' });
  expect(await world.received(payout)).toBe(Number(amount));
});

test('a sending that was written down all the same is asked for by retry, and no other is made beside it', async () => {
  const merchant = await world.merchant(amount);
  await world.pool.query(`alter function take_payout_step rename to take_payout_step_away`);
  await world.settle();
  const payout = await world.begun(merchant);
  expect(await world.rails.untilWaiting(payout.workflowId)).toBe('SENT: LEDGER_MISMATCH');
  await world.pool.query(`alter function take_payout_step_away rename to take_payout_step`);
  // As by a worker whose commit came through and whose answer did not.
  const lost = world.rails.freshSessionId();
  await world.pool.query(
    `select take_payout_step(payout_id, 'SENT', $2, null, null) from payout where settlement_id = $1`,
    [payout.settlementId, lost],
  );
  await world.decide(payout, 'retry');
  await world.until(payout, 'UNKNOWN');
  expect(await world.rails.bank.calls({ on: 'transfer', sessionId: lost })).toEqual([]);
  await world.ahead(payout, 60);
  expect(await world.result(payout)).toEqual({ status: 'FAILED' });
  expect(await world.sendings(payout)).toMatchObject([{ session_id: lost, response_code: '25' }]);
  expect(await world.money(payout.merchantId)).toEqual({ '2110': amount });
});

test('a sending that a run before this one has written down is asked for, and no other is made beside it', async () => {
  const merchant = await world.merchant(amount);
  using enquiry = world.rails.holdEnquiries();
  await world.settle();
  const payout = await world.begun(merchant);
  await enquiry.asked;
  const lost = world.rails.freshSessionId();
  await world.pool.query(
    `select take_payout_step(payout_id, 'SENT', $2, null, null) from payout where settlement_id = $1`,
    [payout.settlementId, lost],
  );
  enquiry.answer();
  await world.until(payout, 'UNKNOWN');
  expect(await world.rails.bank.calls({ on: 'transfer', sessionId: lost })).toEqual([]);
  await world.ahead(payout, 60);
  expect(await world.result(payout)).toEqual({ status: 'FAILED' });
  expect(await world.sendings(payout)).toMatchObject([{ session_id: lost, response_code: '25' }]);
  expect(await world.money(payout.merchantId)).toEqual({ '2110': amount });
});
