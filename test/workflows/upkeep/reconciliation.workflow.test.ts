import { Client } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import type { FactRelay } from '../../../src/programs/worker/fact-relay.js';
import { findingWorkflowId, refundWorkflowId } from '../../../src/domain/ids.js';
import { ensureSchedules } from '../../../src/programs/worker/schedules.js';
import type { ReconciliationResult } from '../../../workflows/upkeep/reconciliation.workflow.js';
import { foundMore, resolveFindings, resolveRefund } from '../../../workflows/messages.js';
import type { Findings } from '../../../workflows/upkeep/findings.js';
import { assertBooks } from '../../support/books.js';
import { countEvents, eventNames } from '../../support/history.js';
import { payer, RailWorld } from '../../support/rail-world.js';
import { fastForward } from '../../support/time.js';
import { workflowBundle } from '../../support/workflow-bundle.js';

const due = 1_000_000n;
let rails: RailWorld;
let relay: FactRelay;
beforeAll(async () => {
  rails = await RailWorld.start();
  relay = rails.relay();
  relay.start();
});
afterAll(async () => {
  await relay.close();
  await rails[Symbol.asyncDispose]();
});
afterEach(async () => {
  await rails.bank.behaveWell();
  await assertBooks(rails.world.database);
});

let runs = 0;
async function reconcile(): Promise<ReconciliationResult> {
  runs += 1;
  return rails.world.client.workflow.execute('reconciliationWorkflow', {
    taskQueue: 'rails',
    workflowId: `reconcile-test-${runs}`,
    args: [{ provider: 'simulator' }],
  });
}

async function sweep(): Promise<Findings> {
  runs += 1;
  return rails.world.client.workflow.execute('sweepWorkflow', {
    taskQueue: 'rails',
    workflowId: `sweep-test-${runs}`,
    args: [],
  });
}

const kindsOf = ({ findings }: Findings) => findings.map(({ kind }) => kind);

/** A refund that has arrived, with the id it was sent under. */
async function arrived(): Promise<{ refundId: string; sessionId: string }> {
  const refundId = await rails.requestRefund();
  await rails.world.refundGateway.start(refundId);
  await rails.refund(refundId).result();
  const [sending] = await rails.sendings(refundId);
  return { refundId, sessionId: sending?.session_id ?? '' };
}

/** What the tests before have left on the statement is none of the next one's business. */
async function caughtUp(): Promise<void> {
  await reconcile();
}

describe('a credit on the statement', () => {
  test('that nobody told us of pays its checkout', async () => {
    const { world, bank } = rails;
    await caughtUp();
    const initiated = await world.initiate();
    const { accountNumber } = await world.issueAccount(initiated);
    await bank.payInward({
      accountNumber,
      amount: Number(due),
      askName: false,
      notify: { times: 0 },
    });
    const result = await reconcile();
    expect(result).toMatchObject({
      lines: 1,
      findings: [{ kind: 'MISSED_CREDIT', action: 'BOOKED' }],
    });
    await world.untilStatus(initiated, 'SUCCESSFUL');
  });

  test('is found once, and imported once', async () => {
    expect(await reconcile()).toMatchObject({ lines: 0, total: 0 });
    const { rows } = await rails.world.pool.query(
      `select times from finding where kind = 'MISSED_CREDIT'`,
    );
    expect(rows).toEqual([{ times: 1 }]);
  });

  test('is imported once by two runs at the same time', async () => {
    await rails.bank.payInwardBatch(
      Array.from({ length: 30 }, () => ({ accountNumber: '9018888888', amount: 20_000 })),
    );
    const results = await Promise.all([reconcile(), reconcile()]);
    expect(results.every(({ lines }) => lines <= 30)).toBe(true);
    const { rows } = await rails.world.pool.query<{ lines: number; credits: number }>(
      `select (select count(*) from inward_credit where account_number = '9018888888')::int as credits,
              (select count(*) from statement_line where kind = 'CREDIT' and amount_minor = 20000)::int as lines`,
    );
    expect(rows).toEqual([{ lines: 30, credits: 30 }]);
  });
});

describe('a debit on the statement', () => {
  test('of a refund we sent is as it should be, with its duty', async () => {
    await caughtUp();
    const refundId = await rails.requestRefund(1_500_000n);
    await rails.world.refundGateway.start(refundId);
    await rails.refund(refundId).result();
    expect(await reconcile()).toMatchObject({ lines: 2, total: 0 });
  });

  test('of a refund whose fate we do not know has the bank asked at once', async () => {
    await caughtUp();
    const source = { ...payer, accountNumber: '2000000001' };
    const account = source.accountNumber;
    await rails.bank.misbehave({ on: 'transfer', account, times: 1, answer: '09', done: true });
    await rails.bank.misbehave({ on: 'query', account, times: 3, answer: '09' });
    const refundId = await rails.requestRefund(500_000n, source);
    await rails.world.refundGateway.start(refundId);
    await rails.untilRefund(refundId, 'UNKNOWN');
    // Its own first queries are over, and the next is minutes off.
    await fastForward(rails.world.client, refundWorkflowId(refundId), 2 * 60_000);
    await rails.world.pool.query(
      `update outward_transfer set sent_at = now() - interval '2 minutes' where purpose_id = $1`,
      [refundId],
    );
    expect(kindsOf(await reconcile())).toEqual(['FATE_DIFFERS']);
    await rails.untilRefund(refundId, 'SUCCESSFUL');
    const names = await eventNames(rails.refund(refundId));
    expect(countEvents(names, 'TIMER_CANCELED')).toBe(1);
  });

  test('of a refund that the bank had refused stops it from being sent again', async () => {
    await caughtUp();
    const source = { ...payer, accountNumber: '2000000003' };
    const rule = { on: 'transfer', account: source.accountNumber, answer: '51', done: true };
    await rails.bank.misbehave(rule);
    const refundId = await rails.requestRefund(500_000n, source);
    await rails.world.refundGateway.start(refundId);
    await rails.untilRefused(refundId);
    expect(await reconcile()).toMatchObject({
      findings: [{ kind: 'FAILED_BUT_DEBITED', action: 'ATTENTION' }],
    });
    expect(await rails.untilWaiting(refundWorkflowId(refundId))).toMatch(/^DEBITED: 090547/);
    const given = { decision: 'keep', operator: 'ngozi', reason: 'it has arrived' } as const;
    await rails.refund(refundId).executeUpdate(resolveRefund, { args: [given] });
    expect(await rails.refund(refundId).result()).toEqual({ status: 'FAILED' });
  });

  test('that we never sent is shown, and waits for a person', async () => {
    await caughtUp();
    const { sessionId } = await arrived();
    // As if the books had been restored to before it was sent.
    await rails.world.pool.query('delete from statement_line where session_id = $1', [sessionId]);
    await rails.world.pool.query(
      `update outward_transfer set session_id = reverse(session_id) where session_id = $1`,
      [sessionId],
    );
    expect(await reconcile()).toMatchObject({
      findings: [{ kind: 'UNEXPLAINED_DEBIT', subject: sessionId, action: 'ATTENTION' }],
    });
    await sweep();
    const caseId = findingWorkflowId({ kind: 'UNEXPLAINED_DEBIT', subject: sessionId });
    expect(await rails.untilWaiting(caseId)).toBe('FOUND: UNEXPLAINED_DEBIT');
    const handle = rails.world.client.workflow.getHandle(caseId);
    const incomplete = { decision: 'resolved', operator: 'ngozi', reason: '' } as const;
    await expect(handle.executeUpdate(resolveFindings, { args: [incomplete] })).rejects.toThrow();
    const given = { ...incomplete, reason: 'the bank has corrected it' };
    await handle.executeUpdate(resolveFindings, { args: [given] });
    expect(await handle.result()).toEqual({ resolved: 1 });
    const { rows } = await rails.world.pool.query(
      `select action, resolution from finding where kind = 'UNEXPLAINED_DEBIT'`,
    );
    const { operator, reason } = given;
    expect(rows).toEqual([{ action: 'RESOLVED', resolution: { operator, reason } }]);
    await rails.world.pool.query(
      `update outward_transfer set session_id = reverse(session_id) where session_id = $1`,
      [[...sessionId].reverse().join('')],
    );
  });
});

test('a refund that the receiving bank sends back needs another account, and goes on with it', async () => {
  const { refundId, sessionId } = await arrived();
  await caughtUp();
  await rails.bank.returnTransfer(sessionId);
  expect(kindsOf(await reconcile())).toEqual(['TRANSFER_RETURNED']);
  expect(await rails.refundStatus(refundId)).toBe('NEEDS_ACCOUNT');
  await rails.provideAccount(refundId, '2000000002');
  await rails.untilRefund(refundId, 'SUCCESSFUL');
  expect(await rails.sendings(refundId)).toMatchObject([
    { status: 'RETURNED' },
    { status: 'SUCCESSFUL' },
  ]);
});

test('a charge of the bank is booked as rail cost', async () => {
  await caughtUp();
  await rails.bank.charge(2_500);
  expect(await reconcile()).toMatchObject({ lines: 1, total: 0 });
  const { rows } = await rails.world.pool.query(
    `select balance_minor from ledger_account where account_id = '5100:simulator:NGN'`,
  );
  expect(rows).toEqual([{ balance_minor: 2_500n }]);
});

test('a case is told of more that is found, and ends when it is right again', async () => {
  const { world } = rails;
  const kind = 'SUSPENSE_AGED';
  const handle = world.client.workflow.getHandle(findingWorkflowId({ kind, subject: null }));
  const found = async (subject: string): Promise<void> => {
    await world.pool.query(`select record_finding($1, $2, '{}', 'ATTENTION')`, [kind, subject]);
    await sweep();
  };
  const shown = async () => await handle.query<string>('__temporal_workflow_metadata');
  await found('txn_first');
  await rails.untilWaiting(handle.workflowId);
  await found('txn_second');
  await expect.poll(async () => JSON.stringify(await shown())).toContain('txn_second');
  expect(JSON.stringify(await shown())).toContain('txn_first');
  await world.pool.query(`update finding set action = 'RESOLVED' where kind = $1`, [kind]);
  await handle.signal(foundMore);
  expect(await handle.result()).toEqual({ resolved: 0 });
});

test('the payout account owes the pool nothing after a run', async () => {
  await arrived();
  await reconcile();
  const { rows } = await rails.world.pool.query<{ balance_minor: bigint }>(
    `select balance_minor from ledger_account where code in ('1110', '1400') and balance_minor <> 0`,
  );
  expect(rows).toEqual([]);
});

test('a credit of ours that the statement lacks is found after five minutes, and resolved when it comes', async () => {
  const { creditId } = await rails.receiveStray(777_00n);
  await rails.world.pool.query(
    `update inward_credit set received_at = received_at - interval '6 minutes' where credit_id = $1`,
    [creditId],
  );
  await rails.world.pool.query('delete from credits_sought');
  expect(kindsOf(await reconcile())).toContain('NOT_ON_STATEMENT');
});

describe('the sweep', () => {
  test('finds nothing when all moves', async () => {
    expect(await sweep()).toEqual({ total: 0, findings: [] });
  });

  test('starts a refund again whose workflow is gone', async () => {
    const refundId = await rails.requestRefund();
    await rails.world.pool.query(
      `update refund set updated_at = now() - interval '2 hours' where refund_id = $1`,
      [refundId],
    );
    await rails.world.pool.query(
      `update fact set applied_at = now(), due_at = null where subject_id = $1`,
      [refundId],
    );
    expect(await sweep()).toMatchObject({
      findings: [{ kind: 'REFUND_STALLED', subject: refundId, action: 'TOLD_AGAIN' }],
    });
    await rails.untilRefund(refundId, 'SUCCESSFUL');
  });

  test('returns money of nobody whose own clock was lost', async () => {
    const { creditId, fact } = await rails.receiveStray();
    await rails.world.facts.markApplied([fact.factId]);
    await rails.world.pool.query(
      `update inward_credit set received_at = received_at - interval '26 hours' where credit_id = $1`,
      [creditId],
    );
    await rails.world.pool.query(
      `update fact set created_at = created_at - interval '26 hours' where subject_id = $1`,
      [creditId],
    );
    expect(kindsOf(await sweep())).toEqual(['RETURN_OVERDUE']);
    expect(await rails.refundOf(creditId)).toMatch(/^rfd_/);
  });
});

test('the books are proven by schedule, and a claim that does not hold is a case until it holds again', async () => {
  const { client, pool } = rails.world;
  const settings = {
    reconcileEveryMs: null,
    settleDaily: false,
    proveBooks: false,
    settleInstantEveryMs: null,
  };
  await ensureSchedules(client, ['simulator'], settings);
  const differ = (minor: number) =>
    pool.query(
      `update ledger_account set balance_minor = balance_minor + $1 where account_id = '4100:-:NGN'`,
      [minor],
    );
  const proven = async (faults: number) => {
    // The run before has written down its claims, and may not have ended.
    await client.schedule.getHandle('prove-books').trigger('BUFFER_ONE');
    await expect
      .poll(
        async () => (await pool.query(`select sum(faults)::int as faults from proven_claim`)).rows,
        {
          timeout: 20_000,
        },
      )
      .toEqual([{ faults }]);
  };
  await proven(0);
  await differ(1);
  await proven(1);
  await sweep();
  const caseId = findingWorkflowId({ kind: 'BOOKS_DISAGREE', subject: null });
  expect(await rails.untilWaiting(caseId)).toBe('FOUND: BOOKS_DISAGREE');
  await differ(-1);
  await proven(0);
  await sweep();
  expect(await client.workflow.getHandle(caseId).result()).toEqual({ resolved: 0 });
});

test('a run about a bank without a statement comes to its end however much the bank is to be asked', async () => {
  const { connection, options } = rails.world.client;
  const { namespace } = options;
  const client = new Client({ connection, namespace });
  const native = await NativeConnection.connect({ address: inject('stack').temporalAddress });
  const ends: string[] = [];
  const page = { lines: 0, hasMore: true, findings: [] };
  const worker = await Worker.create({
    connection: native,
    namespace,
    taskQueue: 'busy-rails',
    workflowBundle: await workflowBundle(),
    activities: {
      pullStatement: ({ provider }: { provider: string }) =>
        Promise.resolve(provider === 'busybank' ? { ...page, asked: 200 } : page),
      closeStatement: ({ provider }: { provider: string }) => {
        ends.push(provider);
        return Promise.resolve([]);
      },
    },
  });
  await worker.runUntil(async () => {
    for (const provider of ['longbank', 'busybank']) {
      await client.workflow.execute('reconciliationWorkflow', {
        ...{ taskQueue: 'busy-rails', workflowId: `reconcile-${provider}`, args: [{ provider }] },
      });
    }
  });
  await native.close();
  // What the statement lacks is known only at the statement's end.
  expect(ends).toEqual(['busybank']);
});

test('schedules are made once by however many workers, and run when triggered', async () => {
  const { client } = rails.world;
  const settings = {
    reconcileEveryMs: null,
    settleDaily: false,
    proveBooks: false,
    settleInstantEveryMs: null,
  };
  const ensure = () => ensureSchedules(client, ['simulator'], settings);
  await Promise.all([ensure(), ensure(), ensure()]);
  const handle = client.schedule.getHandle('reconcile-simulator');
  expect(await handle.describe()).toMatchObject({
    state: { paused: true },
    policies: { overlap: 'SKIP', catchupWindow: 600_000 },
  });
  await handle.trigger();
  await expect.poll(async () => (await handle.describe()).info.recentActions.length).toBe(1);
});
