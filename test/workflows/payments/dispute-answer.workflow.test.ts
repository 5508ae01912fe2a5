import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Fact } from '../../../src/platform/temporal/fact.js';
import { resolveDisputeAnswer } from '../../../workflows/messages.js';
import { assertBooks } from '../../support/books.js';
import { DisputeWorld, evidence } from '../../support/dispute-world.js';
import { keepGoldenHistory } from '../../support/golden-history.js';
import { currentDetails } from '../../support/history.js';
import { RailWorld } from '../../support/rail-world.js';
import { fastForward } from '../../support/time.js';

let rails: RailWorld;
let world: DisputeWorld;
beforeAll(async () => {
  rails = await RailWorld.start({ plain: true });
  world = new DisputeWorld(rails);
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await rails[Symbol.asyncDispose]();
});
afterEach(async () => {
  await rails.bank.behaveWell();
  await assertBooks(rails.world.database);
});

async function ends(fact: Fact, status: string, scenario: string): Promise<void> {
  const workflow = world.workflow(fact);
  expect(await workflow.result()).toEqual({ status });
  await keepGoldenHistory(workflow, 'disputeAnswerWorkflow', scenario);
}

const ahead = (fact: Fact, minutes: number) =>
  fastForward(rails.world.client, world.workflow(fact).workflowId, minutes * 60_000);

const misbehave = (number: number, answer: string, done: boolean) =>
  rails.bank.misbehave({
    ...{ on: 'dispute-answer', account: `cbk-${number}`, times: 1, answer, done },
  } as never);

/** Until the reply of the first sending is given up. */
async function untilAsking(fact: Fact): Promise<void> {
  await expect
    .poll(() => currentDetails(world.workflow(fact)), { timeout: 20_000 })
    .toContain('is not known');
}

describe('an answer to a chargeback', () => {
  test('is delivered, and told to the merchant', async () => {
    const { number, disputeId } = await world.open();
    const fact = await world.answer(disputeId, 'EVIDENCE');
    await rails.world.tell(fact);
    await ends(fact, 'DELIVERED', 'delivered');
    expect(await world.acquirer.chargeback(number)).toMatchObject({
      status: 'OPENED',
      answers: [{ answer_id: fact.subjectId, kind: 'EVIDENCE', evidence, code: '00', calls: 1 }],
    });
    expect(await world.find(disputeId)).toMatchObject({
      ...{ status: 'OPENED', isAnswerable: false },
      answer: { kind: 'EVIDENCE', status: 'DELIVERED', failure: null },
    });
  });

  test('that accepts it ends the dispute', async () => {
    const { number, disputeId } = await world.open();
    const fact = await world.answer(disputeId, 'ACCEPT');
    await rails.world.tell(fact);
    await ends(fact, 'DELIVERED', 'accepted');
    expect(await world.acquirer.chargeback(number)).toMatchObject({ status: 'LOST' });
    expect(await world.find(disputeId)).toMatchObject({
      ...{ status: 'LOST', closedAt: expect.any(Date) },
      answer: { kind: 'ACCEPT', status: 'DELIVERED' },
    });
  });

  test.each([
    ['after it was taken is asked for, and not sent twice', true, 'asked-then-delivered'],
    ['before it arrived is sent again under its id', false, 'absent-then-sent-again'],
  ] as const)('whose reply is lost %s', async (_what, done, scenario) => {
    const { number, disputeId } = await world.open();
    await misbehave(number, 'TIMEOUT', done);
    const fact = await world.answer(disputeId, 'EVIDENCE');
    await rails.world.tell(fact);
    await untilAsking(fact);
    await ahead(fact, 1);
    await ends(fact, 'DELIVERED', scenario);
    const { answers } = await world.acquirer.chargeback(number);
    expect(answers).toMatchObject([{ answer_id: fact.subjectId, code: '00', calls: 1 }]);
  });

  test('that is sent again and answered "answered before" is asked for, and delivered', async () => {
    const { number, disputeId } = await world.open();
    await misbehave(number, 'TIMEOUT', true);
    await rails.bank.misbehave({ on: 'dispute-answer-query', answer: '25', times: 1 });
    await misbehave(number, '94', false);
    const fact = await world.answer(disputeId, 'EVIDENCE');
    await rails.world.tell(fact);
    await untilAsking(fact);
    await ahead(fact, 6);
    expect(await world.workflow(fact).result()).toEqual({ status: 'DELIVERED' });
  });

  test('that comes too late for the acquirer is refused, and another may follow', async () => {
    const { disputeId } = await world.open({ dueAtAcquirer: new Date(Date.now() - 1_000) });
    const fact = await world.answer(disputeId, 'EVIDENCE');
    await rails.world.tell(fact);
    await ends(fact, 'REFUSED', 'refused');
    expect(await world.find(disputeId)).toMatchObject({
      ...{ status: 'OPENED', isAnswerable: true },
      answer: { status: 'REFUSED', failure: 'DEADLINE_PASSED' },
    });
  });

  test('of which the acquirer says nothing for a day waits for an operator, and is asked for all the same', async () => {
    const { number, disputeId } = await world.open();
    const fact = await world.answer(disputeId, 'EVIDENCE');
    await rails.world.pool.query(
      `update dispute_answer set sent_at = now() - interval '25 hours' where answer_id = $1`,
      [fact.subjectId],
    );
    await rails.world.tell(fact);
    const workflow = world.workflow(fact);
    expect(await rails.untilWaiting(workflow.workflowId)).toBe('ANSWER: UNKNOWN');
    const given = { decision: 'retry', operator: 'test', reason: 'looked' } as const;
    await workflow.executeUpdate(resolveDisputeAnswer, { args: [given] });
    await ends(fact, 'DELIVERED', 'overdue-and-retried');
    expect((await world.acquirer.chargeback(number)).answers).toMatchObject([{ calls: 1 }]);
  });

  test('that stays open for days is one case, which grows old while the acquirer is asked', async () => {
    const { disputeId } = await world.open();
    await rails.bank.misbehave({ on: 'dispute-answer-query', answer: '09' });
    const fact = await world.answer(disputeId, 'EVIDENCE');
    const { pool } = rails.world;
    const { subjectId } = fact;
    await pool.query(
      `update dispute_answer set sent_at = now() - interval '25 hours' where answer_id = $1`,
      [subjectId],
    );
    await rails.world.tell(fact);
    const read = async (sql: string) => (await pool.query(sql, [subjectId])).rows;
    const cases = () =>
      read(
        `select status, opened_at, page ->> 'happened' as happened from attention_case where subject = $1`,
      );
    await expect.poll(cases, { timeout: 20_000 }).toMatchObject([{ status: 'OPEN' }]);
    await read(
      `update attention_case set opened_at = now() - interval '3 hours' where subject = $1`,
    );
    const [before] = await cases();
    await ahead(fact, 60);
    const asked = { status: 'OPEN', happened: expect.stringContaining('asked 1 times') };
    await expect
      .poll(cases, { timeout: 20_000 })
      .toMatchObject([{ ...asked, opened_at: before?.opened_at }]);
    await rails.bank.behaveWell();
    await ahead(fact, 60);
    expect(await world.workflow(fact).result()).toEqual({ status: 'DELIVERED' });
    const told = `select e.type from case_event e join attention_case c using (case_number) where c.subject = $1 order by e.event_id`;
    expect(await read(told)).toEqual([{ type: 'OPENED' }, { type: 'HEALED' }]);
  });

  test('goes on where it stands when its workflow was ended by hand', async () => {
    const { number, disputeId } = await world.open();
    await misbehave(number, 'TIMEOUT', true);
    await rails.bank.misbehave({ on: 'dispute-answer-query', answer: '09' });
    const fact = await world.answer(disputeId, 'EVIDENCE');
    await rails.world.tell(fact);
    await untilAsking(fact);
    await world.workflow(fact).terminate('by hand');
    await rails.world.tell(fact);
    await untilAsking(fact);
    await rails.bank.behaveWell();
    await ahead(fact, 6);
    expect(await world.workflow(fact).result()).toEqual({ status: 'DELIVERED' });
    expect((await world.acquirer.chargeback(number)).answers).toMatchObject([{ calls: 1 }]);
  });
});
