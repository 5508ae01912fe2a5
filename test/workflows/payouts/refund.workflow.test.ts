import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { refundWorkflowId } from '../../../src/domain/ids.js';
import { resolveRefund } from '../../../workflows/messages.js';
import { assertBooks } from '../../support/books.js';
import { countEvents, currentDetails, eventNames } from '../../support/history.js';
import { payer, RailWorld } from '../../support/rail-world.js';
import { fastForward } from '../../support/time.js';

const minuteMs = 60_000;
let rails: RailWorld;
beforeAll(async () => void (rails = await RailWorld.start()));
afterAll(() => rails[Symbol.asyncDispose]());
afterEach(async () => {
  await rails.bank.behaveWell();
  await assertBooks(rails.world.database);
});

/** An account of its own, so that rules of one test do not meet the refunds of another. */
let accounts = 0;
function payerOf() {
  accounts += 1;
  return { ...payer, accountNumber: String(1_000_000_000 + accounts) };
}

async function begin(source = payerOf(), amountMinor = 500_000n): Promise<string> {
  const refundId = await rails.requestRefund(amountMinor, source);
  await rails.world.refundGateway.start(refundId);
  return refundId;
}

const ahead = (refundId: string, minutes: number) =>
  fastForward(rails.world.client, refundWorkflowId(refundId), minutes * minuteMs);

const resolve = (refundId: string, decision: 'retry' | 'keep') =>
  rails
    .refund(refundId)
    .executeUpdate(resolveRefund, { args: [{ decision, operator: 'ngozi', reason: 'looked' }] });

describe('a refund that all goes well with', () => {
  test('asks for the name, is sent once and ends', async () => {
    const refundId = await begin();
    expect(await rails.refund(refundId).result()).toEqual({ status: 'SUCCESSFUL' });
    const [sending, ...more] = await rails.sendings(refundId);
    expect(more).toEqual([]);
    expect(sending).toMatchObject({ status: 'SUCCESSFUL', response_code: '00' });
    expect(sending?.session_id).toMatch(/^090547\d{24}$/);
    const calls = await rails.bank.calls({ sessionId: sending?.session_id ?? '' });
    expect(calls.map(({ on }) => on)).toEqual(['transfer']);
  });

  test('says on its page that it was sent back', async () => {
    const refundId = await begin();
    await rails.refund(refundId).result();
    expect(await currentDetails(rails.refund(refundId))).toMatch(/\*\*Sent back\*\*[^]*₦5,000\.00/);
  });

  test('ends at once when it is told again', async () => {
    const refundId = await begin();
    await rails.refund(refundId).result();
    await rails.world.refundGateway.start(refundId);
    expect(await rails.refund(refundId).result()).toEqual({ status: 'SUCCESSFUL' });
    expect(await rails.sendings(refundId)).toHaveLength(1);
  });
});

describe('a sending without an answer', () => {
  test.each([['TIMEOUT'], ['RESET']] as const)(
    'after which money moved (%s) is confirmed by the first query, and sent once',
    async (answer) => {
      const source = payerOf();
      const account = source.accountNumber;
      await rails.bank.misbehave({ on: 'transfer', account, times: 1, answer, done: true });
      const refundId = await begin(source);
      await rails.untilRefund(refundId, 'UNKNOWN');
      await ahead(refundId, 1);
      expect(await rails.refund(refundId).result()).toEqual({ status: 'SUCCESSFUL' });
      expect(await rails.sendings(refundId)).toMatchObject([{ status: 'SUCCESSFUL' }]);
    },
  );

  test('is never sent again while the bank says that it does not know', async () => {
    const source = payerOf();
    await rails.bank.misbehave({
      on: 'transfer',
      account: source.accountNumber,
      answer: '96',
      done: 'HELD',
    });
    const refundId = await begin(source);
    await rails.untilRefund(refundId, 'UNKNOWN');
    await ahead(refundId, 120);
    expect(await rails.refundStatus(refundId)).toBe('UNKNOWN');
    const [sending, ...more] = await rails.sendings(refundId);
    expect(more).toEqual([]);
    await rails.bank.releaseTransfer(sending?.session_id ?? '');
    await ahead(refundId, 5);
    expect(await rails.refund(refundId).result()).toEqual({ status: 'SUCCESSFUL' });
  });

  test('that the bank has no record of is sent again under a new id, only past the cut-off and asked twice', async () => {
    const source = payerOf();
    await rails.bank.misbehave({
      on: 'transfer',
      account: source.accountNumber,
      times: 1,
      answer: 'TIMEOUT',
      done: false,
    });
    const refundId = await begin(source);
    await rails.untilRefund(refundId, 'UNKNOWN');
    await ahead(refundId, 40);
    expect(await rails.refundStatus(refundId)).toBe('UNKNOWN');
    await ahead(refundId, 20);
    expect(await rails.refund(refundId).result()).toEqual({ status: 'SUCCESSFUL' });
    const sendings = await rails.sendings(refundId);
    expect(sendings).toMatchObject([
      { status: 'FAILED', response_code: '25' },
      { status: 'SUCCESSFUL' },
    ]);
    expect(new Set(sendings.map(({ session_id }) => session_id)).size).toBe(2);
  });

  test('that the bank once knew of is not sent again by "no record" before and after', async () => {
    const source = payerOf();
    const account = source.accountNumber;
    await rails.bank.misbehave({ on: 'transfer', account, times: 1, answer: '96', done: 'HELD' });
    const refundId = await begin(source);
    await rails.untilRefund(refundId, 'UNKNOWN');
    const noRecord = { on: 'query', account, answer: '25' };
    await rails.bank.misbehave(noRecord);
    await ahead(refundId, 33);
    // The query of minute 36 is told the truth: the bank has it and has not decided.
    await rails.bank.behaveWell();
    await ahead(refundId, 5);
    await rails.bank.misbehave(noRecord);
    // Minute 46 is fifteen minutes after the first "no record" that counted, and five after the last.
    await ahead(refundId, 11);
    expect(await rails.refundStatus(refundId)).toBe('UNKNOWN');
    const [sending, ...more] = await rails.sendings(refundId);
    expect(more).toEqual([]);
    await rails.bank.behaveWell();
    await rails.bank.releaseTransfer(sending?.session_id ?? '');
    await ahead(refundId, 5);
    expect(await rails.refund(refundId).result()).toEqual({ status: 'SUCCESSFUL' });
    const { balance } = await rails.bank.account(source.bankCode ?? '', account);
    expect(balance).toBe(500_000);
  });

  test('is searched for in a new run when the history has become long', async () => {
    const source = payerOf();
    await rails.bank.misbehave({
      on: 'transfer',
      account: source.accountNumber,
      answer: '96',
      done: 'HELD',
    });
    const refundId = await rails.requestRefund(500_000n, source);
    const { client } = rails.world;
    const first = await client.workflow.start('refundWorkflow', {
      taskQueue: 'rails',
      workflowId: refundWorkflowId(refundId),
      args: [{ refundId, parkAfterMs: 4_000, longHistory: 40 }],
    });
    await rails.untilRefund(refundId, 'UNKNOWN');
    await ahead(refundId, 2);
    const { runId } = await rails.refund(refundId).describe();
    expect(runId).not.toBe(first.firstExecutionRunId);
    const [sending] = await rails.sendings(refundId);
    await rails.bank.releaseTransfer(sending?.session_id ?? '');
    await ahead(refundId, 5);
    expect(await rails.refund(refundId).result()).toEqual({ status: 'SUCCESSFUL' });
    expect(await rails.sendings(refundId)).toHaveLength(1);
  });

  test('is asked for at once when the statement shows it', async () => {
    const source = payerOf();
    const account = source.accountNumber;
    await rails.bank.misbehave({ on: 'transfer', account, times: 1, answer: '09', done: true });
    await rails.bank.misbehave({ on: 'query', account, times: 3, answer: '09' });
    const refundId = await begin(source);
    await rails.untilRefund(refundId, 'UNKNOWN');
    await ahead(refundId, 2);
    const [sending] = await rails.sendings(refundId);
    await rails.world.refundGateway.bankReported(refundId, sending?.session_id ?? '');
    expect(await rails.refund(refundId).result()).toEqual({ status: 'SUCCESSFUL' });
    const names = await eventNames(rails.refund(refundId));
    expect(countEvents(names, 'TIMER_CANCELED')).toBe(1);
  });
});

test('a sending that a worker has written down and died over is asked for first, then sent under a new id', async () => {
  using enquiry = rails.holdEnquiries();
  const refundId = await begin();
  await enquiry.asked;
  // As the worker does that dies before it can tell Temporal: the task is run again, and mints another id.
  const lost = rails.freshSessionId();
  await rails.world.pool.query(`select take_refund_step($1, 'SENT', $2, null, null)`, [
    refundId,
    lost,
  ]);
  enquiry.answer();
  await rails.untilRefund(refundId, 'UNKNOWN');
  expect(await rails.bank.calls({ on: 'transfer', sessionId: lost })).toEqual([]);
  await ahead(refundId, 60);
  expect(await rails.refund(refundId).result()).toEqual({ status: 'SUCCESSFUL' });
  const [first, second, ...more] = await rails.sendings(refundId);
  expect(more).toEqual([]);
  expect(first).toMatchObject({ session_id: lost, status: 'FAILED', response_code: '25' });
  expect(second).toMatchObject({ status: 'SUCCESSFUL', response_code: '00' });
});

test('a refund whose workflow was terminated by hand goes on where it stood when it is told of again', async () => {
  const source = payerOf();
  const account = source.accountNumber;
  await rails.bank.misbehave({ on: 'transfer', account, times: 1, answer: '96', done: true });
  await rails.bank.misbehave({ on: 'query', account, answer: '09' });
  const refundId = await begin(source);
  await rails.untilRefund(refundId, 'UNKNOWN');
  await rails.refund(refundId).terminate('by hand');
  await rails.bank.behaveWell();
  const [sending] = await rails.sendings(refundId);
  await rails.world.refundGateway.bankReported(refundId, sending?.session_id ?? '');
  expect(await rails.refund(refundId).result()).toEqual({ status: 'SUCCESSFUL' });
  expect(await rails.sendings(refundId)).toHaveLength(1);
});

describe('a refusal that is certain', () => {
  test('is tried again after 1 and 10 minutes and an hour, then waits for an operator', async () => {
    const source = payerOf();
    await rails.bank.misbehave({
      on: 'transfer',
      account: source.accountNumber,
      answer: '51',
      done: false,
    });
    const refundId = await begin(source);
    await rails.passPauses(refundId, [1, 10, 60]);
    expect(await rails.untilWaiting(refundWorkflowId(refundId))).toBe('FAILED: 51');
    expect(await rails.refundStatus(refundId)).toBe('FAILED');
    expect(await rails.sendings(refundId)).toHaveLength(4);
    const shown = () => currentDetails(rails.refund(refundId));
    await expect.poll(shown).toContain('--reason WHY');
    const details = await shown();
    expect(details).toMatch(/### Needs attention: a refund cannot be sent/);
    expect(details).toMatch(
      /npx manilla decide \d+ DECISION --reason WHY`: `retry` \(Send it again\), `keep`/,
    );

    await rails.bank.behaveWell();
    expect(await resolve(refundId, 'retry')).toEqual({ step: 'FAILED', decision: 'retry' });
    expect(await rails.refund(refundId).result()).toEqual({ status: 'SUCCESSFUL' });
  });

  test('because the receiving bank is away is tried again for a day, and asks for nobody', async () => {
    const source = payerOf();
    const account = source.accountNumber;
    await rails.bank.misbehave({ on: 'transfer', account, times: 5, answer: '91', done: false });
    const refundId = await begin(source);
    await rails.passPauses(refundId, [1, 10, 60, 120, 240]);
    expect(await rails.refund(refundId).result()).toEqual({ status: 'SUCCESSFUL' });
    expect(await rails.sendings(refundId)).toHaveLength(6);
    // Attention would write two.
    const names = await eventNames(rails.refund(refundId));
    expect(countEvents(names, 'UPSERT_WORKFLOW_SEARCH_ATTRIBUTES')).toBe(0);
  });

  test('is not tried again when the bank’s statement shows that the money left after all', async () => {
    const source = payerOf();
    await rails.bank.misbehave({
      on: 'transfer',
      account: source.accountNumber,
      times: 1,
      answer: '51',
      done: false,
    });
    const refundId = await begin(source);
    const sent = await rails.untilRefused(refundId);
    await rails.world.refundGateway.bankReported(refundId, sent);
    expect(await rails.untilWaiting(refundWorkflowId(refundId))).toBe(`DEBITED: ${sent}`);
    expect(await currentDetails(rails.refund(refundId))).toMatch(/paid out what it had refused/);
    await ahead(refundId, 60);
    expect(await rails.sendings(refundId)).toHaveLength(1);
    await resolve(refundId, 'keep');
    expect(await rails.refund(refundId).result()).toEqual({ status: 'FAILED' });
  });

  test('of a refund that waits for its operator is told to them when the statement shows the debit', async () => {
    const refundId = await rails.requestRefund(500_000n, payerOf());
    await rails.world.pool.query(`select take_refund_step($1, 'GIVEN_UP', null, null, null)`, [
      refundId,
    ]);
    await rails.world.refundGateway.start(refundId);
    await rails.untilWaiting(refundWorkflowId(refundId));
    await rails.world.refundGateway.bankReported(refundId, '090547261121103000000000000001');
    await expect
      .poll(() => currentDetails(rails.refund(refundId)))
      .toMatch(/paid out what it had refused/);
    await resolve(refundId, 'keep');
    expect(await rails.refund(refundId).result()).toEqual({ status: 'FAILED' });
  });

  test.each(['07', '16'])(
    'of an account, by %s, waits for another one, and goes on with it',
    async (answer) => {
      const source = payerOf();
      await rails.bank.misbehave({ on: 'name-enquiry', account: source.accountNumber, answer });
      const refundId = await begin(source);
      expect(await rails.untilWaiting(refundWorkflowId(refundId))).toBe('NEEDS_ACCOUNT');
      expect(await rails.refundStatus(refundId)).toBe('NEEDS_ACCOUNT');
      expect(await rails.sendings(refundId)).toEqual([]);
      const details = await currentDetails(rails.refund(refundId));
      expect(details).toContain(`| Refusals | 1, last \`${answer}\` |`);
      await rails.provideAccount(refundId, payerOf().accountNumber);
      expect(await rails.refund(refundId).result()).toEqual({ status: 'SUCCESSFUL' });
    },
  );

  test('of an account goes on by the sweep when nobody has told that there is another one', async () => {
    const source = payerOf();
    await rails.bank.misbehave({ on: 'name-enquiry', account: source.accountNumber, answer: '07' });
    const refundId = await begin(source);
    await rails.untilWaiting(refundWorkflowId(refundId));
    await rails.bank.behaveWell();
    const provided = `select take_refund_step($1, 'ACCOUNT_PROVIDED', null, null, null)`;
    await rails.world.pool.query(provided, [refundId]);
    const longAgo = `update refund set updated_at = now() - interval '2 hours' where refund_id = $1`;
    await rails.world.pool.query(longAgo, [refundId]);
    await rails.runs('sweepWorkflow', []);
    expect(await rails.refund(refundId).result()).toEqual({ status: 'SUCCESSFUL' });
  });

  test('of an account may be kept by an operator', async () => {
    const source = payerOf();
    await rails.bank.misbehave({
      on: 'transfer',
      account: source.accountNumber,
      answer: '07',
      done: false,
    });
    const refundId = await begin(source);
    await rails.untilWaiting(refundWorkflowId(refundId));
    await resolve(refundId, 'keep');
    expect(await rails.refund(refundId).result()).toEqual({ status: 'FAILED' });
  });

  test('a credit that came without an account needs one', async () => {
    const refundId = await begin({
      accountNumber: null,
      accountName: null,
      bankCode: null,
      bankName: null,
    } as never);
    expect(await rails.untilWaiting(refundWorkflowId(refundId))).toBe('NEEDS_ACCOUNT');
    await resolve(refundId, 'keep');
    await rails.refund(refundId).result();
  });
});

describe('a name enquiry without an answer', () => {
  test('is made again until there is one; it is no failed attempt', async () => {
    const source = payerOf();
    await rails.bank.misbehave({
      on: 'name-enquiry',
      account: source.accountNumber,
      times: 2,
      answer: 'HTTP_500',
    });
    const refundId = await begin(source);
    await rails.untilRefund(refundId, 'NAME_ENQUIRY');
    await ahead(refundId, 2);
    expect(await rails.refund(refundId).result()).toEqual({ status: 'SUCCESSFUL' });
    expect(await rails.sendings(refundId)).toHaveLength(1);
  });
});

describe('resolve', () => {
  test('is refused while the refund waits for nobody', async () => {
    const source = payerOf();
    await rails.bank.misbehave({
      on: 'transfer',
      account: source.accountNumber,
      times: 1,
      answer: '96',
      done: true,
    });
    const refundId = await begin(source);
    await rails.untilRefund(refundId, 'UNKNOWN');
    await expect(resolve(refundId, 'retry')).rejects.toThrow();
    await ahead(refundId, 1);
    await rails.refund(refundId).result();
  });
});
