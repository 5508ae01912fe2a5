import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { creditWorkflowId, findingWorkflowId, refundWorkflowId } from '../../../src/domain/ids.js';
import type { Fact } from '../../../src/platform/temporal/fact.js';
import { decide } from '../../../workflows/messages.js';
import { DisputeWorld } from '../../support/dispute-world.js';
import { PayoutWorld } from '../../support/payout-world.js';

let world: PayoutWorld;
let disputes: DisputeWorld;
beforeAll(async () => {
  world = await PayoutWorld.start();
  disputes = new DisputeWorld(world.rails);
});
afterAll(async () => {
  await disputes[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const sweep = () => world.rails.runs('sweepWorkflow', []);

async function caseOf(subject: string) {
  const { rows } = await world.pool.query<{ status: string; workflow_id: string }>(
    'select status, workflow_id from attention_case where subject = $1 order by case_number desc limit 1',
    [subject],
  );
  return rows[0];
}

const isCase = (subject: string, status: string) =>
  vi.waitFor(async () => expect(await caseOf(subject)).toMatchObject({ status }), 20_000);

/** The sweep looks at cases that are a minute old. */
const grownOld = (subject: string) =>
  world.pool.query(
    `update attention_case set opened_at = now() - interval '2 minutes' where subject = $1`,
    [subject],
  );

/** A case that its workflow would have opened. */
const planted = (kind: string, subject: string, workflowId: string) =>
  world.pool.query('select take_case_step($1)', [
    {
      ...{ stepId: `planted/${subject}`, event: 'OPENED' },
      case: {
        ...{ kind, subject, workflowId, update: 'resolve', reason: 'PLANTED: HERE' },
        ...{ decisions: ['retry'], page: {} },
      },
    },
  ]);

test('a settlement run that was terminated while it waited is taken up again, of its own cut-off', async () => {
  const merchant = await world.merchant(500_000n);
  await world.pool.query('alter function merchants_of_cycle rename to merchants_of_cycle_away');
  const handle = await world.client.workflow.start('settlementWorkflow', {
    taskQueue: 'rails',
    workflowId: 'settle-terminated',
    args: [{ cycle: 'INSTANT', parkAfterMs: 2_000 }],
  });
  await world.rails.untilWaiting('settle-terminated');
  const { rows } = await world.pool.query<{ subject: string }>(
    `select 'INSTANT/' || to_char(cut_off at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as subject from settlement_run
      order by started_at desc limit 1`,
  );
  const subject = rows[0]?.subject ?? '';
  await isCase(subject, 'OPEN');
  await handle.terminate('by hand');
  await world.pool.query('alter function merchants_of_cycle_away rename to merchants_of_cycle');
  await grownOld(subject);
  await vi.waitFor(async () => {
    await sweep();
    expect((await handle.describe()).status.name).toBe('COMPLETED');
  }, 30_000);
  const taken = world.client.workflow.getHandle('settle-terminated');
  expect(await taken.result()).toMatchObject({ settled: 1, cutOff: subject.split('/')[1] });
  await world.result(await world.begun(merchant));
  // Nobody was asked anew: the case has nothing to wait for.
  await vi.waitFor(async () => {
    await sweep();
    expect(await caseOf(subject)).toMatchObject({ status: 'CLOSED' });
  }, 30_000);
});

test('a slice of a settlement run that is lost with its run is settled by the run, which is taken up again', async () => {
  const subject = 'INSTANT/2026-11-24T09:00:00.000Z/slice-2';
  await planted('SETTLEMENT', subject, 'settle-lost/slice-2');
  await grownOld(subject);
  await vi.waitFor(async () => {
    await sweep();
    expect(await world.client.workflow.getHandle('settle-lost').result()).toMatchObject({
      cutOff: '2026-11-24T09:00:00.000Z',
    });
  }, 30_000);
  await world.pool.query(
    `update attention_case set status = 'CLOSED', closed_at = now() where subject = $1`,
    [subject],
  );
});

test('an answer to a chargeback that was terminated is sent on', async () => {
  const { number, disputeId } = await disputes.open();
  await world.rails.bank.misbehave({
    ...{ on: 'dispute-answer', account: `cbk-${number}`, times: 1, answer: 'TIMEOUT', done: true },
  } as never);
  await world.rails.bank.misbehave({ on: 'dispute-answer-query', answer: '09' });
  const fact: Fact = await disputes.answer(disputeId, 'EVIDENCE');
  await world.rails.world.tell(fact);
  const handle = disputes.workflow(fact);
  await planted('DISPUTE', fact.subjectId ?? '', handle.workflowId);
  await handle.terminate('by hand');
  await grownOld(fact.subjectId ?? '');
  await vi.waitFor(async () => {
    await sweep();
    expect((await handle.describe()).status.name).not.toBe('TERMINATED');
  }, 20_000);
});

test('what began to wait before cases were written down gets its case', async () => {
  const { creditId, fact } = await world.rails.receiveStray(40_000n);
  await world.rails.world.tell(fact);
  await world.rails.untilWaiting(creditWorkflowId(creditId));
  await isCase(creditId, 'OPEN');
  // As if it had never been written.
  await world.pool.query(
    `update attention_case set status = 'CLOSED', closed_at = now() where subject = $1`,
    [creditId],
  );
  await vi.waitFor(async () => {
    await sweep();
    expect(await caseOf(creditId)).toMatchObject({ status: 'OPEN' });
  }, 20_000);
  const given = { decision: 'keep', operator: 'ngozi', reason: 'looked' } as const;
  await world.rails.credit(creditId).executeUpdate(decide, { args: [given] });
  expect(await world.rails.credit(creditId).result()).toEqual({ resolution: 'KEPT' });
  await isCase(creditId, 'CLOSED');
});

test('a case whose workflow has ended without asking anybody is closed', async () => {
  const { creditId, fact } = await world.rails.receiveStray(40_000n);
  await world.rails.world.tell(fact);
  await world.rails.untilWaiting(creditWorkflowId(creditId));
  await isCase(creditId, 'OPEN');
  const given = { decision: 'return', operator: 'ngozi', reason: 'looked' } as const;
  await world.rails.credit(creditId).executeUpdate(decide, { args: [given] });
  await world.rails.credit(creditId).result();
  await planted('CREDIT', creditId, creditWorkflowId(creditId));
  await isCase(creditId, 'OPEN');
  await grownOld(creditId);
  await vi.waitFor(async () => {
    await sweep();
    expect(await caseOf(creditId)).toMatchObject({ status: 'CLOSED' });
  }, 20_000);
});

/**
 * As after a restore of PostgreSQL: the workflow has ended with a decision that the database has forgotten. Any
 * workflow that has completed under the id stands for it.
 */
async function decidedAndForgotten(kind: string, subject: string, workflowId: string) {
  const options = { taskQueue: 'rails', workflowId, args: [] };
  await world.client.workflow.execute('sweepWorkflow', options);
  await planted(kind, subject, workflowId);
  await grownOld(subject);
}

const isAskedAgain = (subject: string, workflowId: string) =>
  vi.waitFor(async () => {
    await sweep();
    const { status } = await world.client.workflow.getHandle(workflowId).describe();
    expect(status.name).toBe('RUNNING');
    expect(await caseOf(subject)).toMatchObject({ status: 'OPEN' });
  }, 30_000);

const recordDebit = (subject: string) =>
  world.pool.query(`select record_finding('UNEXPLAINED_DEBIT', $1, '{}', 'ATTENTION')`, [subject]);

describe('a decision that a restore of the database has undone is asked for again', () => {
  test('about a held credit', async () => {
    const { creditId } = await world.rails.receiveStray(40_000n);
    await decidedAndForgotten('CREDIT', creditId, creditWorkflowId(creditId));
    await isAskedAgain(creditId, creditWorkflowId(creditId));
    const given = { decision: 'keep', operator: 'ngozi', reason: 'looked' } as const;
    await world.rails.credit(creditId).executeUpdate(decide, { args: [given] });
    expect(await world.rails.credit(creditId).result()).toEqual({ resolution: 'KEPT' });
  });

  test('about a held credit whose case is lost too', async () => {
    const { creditId } = await world.rails.receiveStray(40_000n);
    await decidedAndForgotten('CREDIT', creditId, creditWorkflowId(creditId));
    await world.pool.query(
      `update attention_case set status = 'CLOSED', closed_at = now() where subject = $1`,
      [creditId],
    );
    await world.pool.query(
      `update fact set created_at = now() - interval '5 minutes', due_at = now() + interval '1 hour' where subject_id = $1`,
      [creditId],
    );
    await isAskedAgain(creditId, creditWorkflowId(creditId));
  });

  test('about a refund that has failed', async () => {
    const refundId = await world.rails.requestRefund();
    await world.pool.query(`update refund set status = 'FAILED' where refund_id = $1`, [refundId]);
    await decidedAndForgotten('REFUND', refundId, refundWorkflowId(refundId));
    await isAskedAgain(refundId, refundWorkflowId(refundId));
  });

  test('about a debit that nobody knows', async () => {
    const subject = '090547260101000000000000000077';
    const workflowId = findingWorkflowId({ kind: 'UNEXPLAINED_DEBIT', subject });
    await recordDebit(subject);
    await world.pool.query('update finding set case_opened_at = now() where subject = $1', [
      subject,
    ]);
    await decidedAndForgotten('FINDING', `UNEXPLAINED_DEBIT:${subject}`, workflowId);
    await isAskedAgain(`UNEXPLAINED_DEBIT:${subject}`, workflowId);
  });

  test('about a debit whose case is lost too', async () => {
    const subject = '090547260101000000000000000078';
    const workflowId = findingWorkflowId({ kind: 'UNEXPLAINED_DEBIT', subject });
    await recordDebit(subject);
    await world.pool.query('update finding set case_opened_at = now() where subject = $1', [
      subject,
    ]);
    await isAskedAgain(`UNEXPLAINED_DEBIT:${subject}`, workflowId);
  });

  test('about a run of the settlement, which is finished', async () => {
    const cutOff = '2026-11-24T11:00:00.000Z';
    await world.pool.query(`insert into settlement_run (cycle, cut_off) values ('INSTANT', $1)`, [
      cutOff,
    ]);
    await decidedAndForgotten('SETTLEMENT', `INSTANT/${cutOff}`, 'settle-forgotten');
    await vi.waitFor(async () => {
      await sweep();
      expect(await caseOf(`INSTANT/${cutOff}`)).toMatchObject({ status: 'CLOSED' });
    }, 30_000);
    const { rows } = await world.pool.query(
      'select finished_at is not null as "isFinished" from settlement_run where cut_off = $1',
      [cutOff],
    );
    expect(rows).toEqual([{ isFinished: true }]);
  });
});
