import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { refundWorkflowId } from '../../../src/domain/ids.js';
import { ApiError } from '../../../src/http/api-error.js';
import { ApprovalCodes } from '../../../src/operators/cases/approval-codes.js';
import { PgCases } from '../../../src/operators/cases/case.store.js';
import { DecisionGateway } from '../../../src/operators/cases/decision.gateway.js';
import { DecisionsService } from '../../../src/operators/cases/decisions.service.js';
import type { Redirects } from '../../../src/operators/cases/redirects.js';
import { createSecretSeal } from '../../../src/platform/keys/secret-seal.js';
import { assertBooks } from '../../support/books.js';
import { currentDetails } from '../../support/history.js';
import { sealKeySet } from '../../support/key-sets.js';
import { plantPeople } from '../../support/operators.js';
import { payer, RailWorld } from '../../support/rail-world.js';
import { fastForward } from '../../support/time.js';

/** A bank that sends us a code for a transfer: one operator types it, another confirms it, and it goes to the bank once. */
let rails: RailWorld;
let cases: PgCases;
let decisions: DecisionsService;
let people: Awaited<ReturnType<typeof plantPeople<'Ada' | 'Bola'>>>;
beforeAll(async () => {
  rails = await RailWorld.start();
  const { pool, client } = rails.world;
  cases = new PgCases(pool);
  const seal = createSecretSeal(sealKeySet(inject('stack').env), 'approval code');
  const codes = new ApprovalCodes(cases, seal);
  const none = {} as Redirects;
  decisions = new DecisionsService(cases, new DecisionGateway(client), none, codes);
  people = await plantPeople(pool, 'Ada', 'Bola');
});
afterAll(() => rails[Symbol.asyncDispose]());

let accounts = 0;

/** A refund whose bank waits for a code, and the case that asks for it. */
async function waitingForCode() {
  accounts += 1;
  const accountNumber = String(2_000_900_000 + accounts);
  await rails.bank.misbehave({ on: 'transfer', account: accountNumber, times: 1, done: 'CODE' });
  const refundId = await rails.requestRefund(500_000n, { ...payer, accountNumber });
  await rails.world.refundGateway.start(refundId);
  const workflowId = refundWorkflowId(refundId);
  await rails.untilRefund(refundId, 'UNKNOWN');
  await fastForward(rails.world.client, workflowId, 60_000);
  expect(await rails.untilWaiting(workflowId)).toBe('UNKNOWN: APPROVAL');
  const [sending] = await rails.sendings(refundId);
  const sessionId = sending?.session_id ?? '';
  const told = (): Promise<string[]> =>
    rails.bank.calls({ sessionId }).then((calls) => calls.map(({ on }) => on));
  return { refundId, workflowId, sessionId, accountNumber, told };
}

async function openCase(refundId: string, reason: string): Promise<bigint> {
  const find = `select case_number from attention_case where subject = $1 and status = 'OPEN' and reason = $2`;
  await expect
    .poll(async () => (await rails.world.pool.query(find, [refundId, reason])).rowCount, {
      timeout: 20_000,
    })
    .toBe(1);
  const { rows } = await rails.world.pool.query<{ case_number: bigint }>(find, [refundId, reason]);
  return rows[0]?.case_number ?? 0n;
}

const wish = (code?: string) => ({ decision: 'enter_code', reason: 'it came', input: null, code });

async function typed(caseNumber: bigint, code: string): Promise<void> {
  const proposed = await decisions.decide(caseNumber, wish(code), people.Ada);
  if (proposed.outcome !== 'PROPOSED') throw new Error('it took one operator');
  const { shownHash } = proposed.proposal;
  await decisions.confirm(caseNumber, people.Bola, shownHash);
}

const keptCodes = async (): Promise<number | null> =>
  (await rails.world.pool.query('select from approval_code')).rowCount;

/** Everything that PostgreSQL and Temporal keep, as text: the code stands nowhere in it. */
async function isKeptNowhere(code: string, workflowId: string): Promise<void> {
  const { rows } = await rails.world.pool.query<{ text: string }>(
    `select string_agg(t::text, ' ') as text from (
       select to_jsonb(c) as t from attention_case c union all select to_jsonb(e) from case_event e
       union all select to_jsonb(s) from shown_proposal s union all select to_jsonb(a) from audit_entry a
       union all select to_jsonb(k) from approval_code k) x`,
  );
  // Six digits may stand in a microsecond or an id by chance, but not by themselves.
  const byItself = new RegExp(`(?<![\\da-f.-])${code}(?![\\da-f-])`);
  expect(rows[0]?.text).not.toMatch(byItself);
  const history = await rails.world.client.workflow.getHandle(workflowId).fetchHistory();
  const payloads = JSON.stringify(history, (_key, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  );
  expect(payloads).not.toMatch(byItself);
}

test('a wrong code says so and can be typed again; the right one has the money leave, once', async () => {
  const { refundId, workflowId, sessionId, told } = await waitingForCode();
  expect(await currentDetails(rails.refund(refundId))).toMatch(/waits for a code of the provider/);
  const first = await openCase(refundId, 'UNKNOWN: APPROVAL');
  const code = await rails.bank.codeOf(sessionId);
  const wrong = code === '111111' ? '222222' : '111111';
  await typed(first, wrong);
  const again = await openCase(refundId, 'UNKNOWN: WRONG_CODE');
  expect(again).toBe(first);
  expect(await rails.refundStatus(refundId)).toBe('UNKNOWN');
  await typed(again, code);
  expect(await rails.refund(refundId).result()).toEqual({ status: 'SUCCESSFUL' });
  const calls = await told();
  expect(calls.filter((on) => on === 'transfer')).toEqual(['transfer']);
  expect(calls.filter((on) => on === 'code')).toEqual(['code', 'code']);
  expect(await keptCodes()).toBe(0);
  await isKeptNowhere(code, workflowId);
  await isKeptNowhere(wrong, workflowId);
  await assertBooks(rails.world.database);
});

test('one operator alone sends no code, and a second one only what was typed', async () => {
  const { refundId, sessionId, told } = await waitingForCode();
  const caseNumber = await openCase(refundId, 'UNKNOWN: APPROVAL');
  const code = await rails.bank.codeOf(sessionId);
  const refused = (reason: string) => expect.objectContaining({ reason });
  for (const nothing of [undefined, '', '123', 'x'.repeat(13), '12 345', '12345\n']) {
    await expect(decisions.decide(caseNumber, wish(nothing), people.Ada)).rejects.toEqual(
      refused('VALIDATION_FAILED'),
    );
  }
  const proposed = await decisions.decide(caseNumber, wish(code), people.Ada);
  if (proposed.outcome !== 'PROPOSED') throw new Error('it took one operator');
  const { shownHash, shown } = proposed.proposal;
  expect(Object.fromEntries(shown)).toMatchObject({
    ...{ Decision: 'enter_code', Amount: '₦5,000.00', 'Session id': sessionId },
    Code: expect.stringMatching(/^typed /),
  });
  await expect(decisions.confirm(caseNumber, people.Ada, shownHash)).rejects.toEqual(
    refused('SECOND_OPERATOR_NEEDED'),
  );
  // Another code is another proposal: the first has to be taken back, and its code is forgotten with it.
  await expect(decisions.decide(caseNumber, wish('999999'), people.Ada)).rejects.toEqual(
    refused('DECISION_REFUSED'),
  );
  expect(await keptCodes()).toBe(1);
  await decisions.withdraw(caseNumber, people.Bola, 'mistyped');
  expect(await keptCodes()).toBe(0);
  await expect(decisions.confirm(caseNumber, people.Bola, shownHash)).rejects.toEqual(
    refused('DECISION_REFUSED'),
  );
  expect(await told()).not.toContain('code');
  await typed(caseNumber, code);
  expect(await rails.refund(refundId).result()).toEqual({ status: 'SUCCESSFUL' });
});

test('a code that nobody confirmed in time is forgotten, and its proposal is taken back', async () => {
  const { refundId, sessionId, told } = await waitingForCode();
  const caseNumber = await openCase(refundId, 'UNKNOWN: APPROVAL');
  const code = await rails.bank.codeOf(sessionId);
  const proposed = await decisions.decide(caseNumber, wish(code), people.Ada);
  if (proposed.outcome !== 'PROPOSED') throw new Error('it took one operator');
  await rails.world.pool.query(`update approval_code set ends_at = now() - interval '1 second'`);
  const late = decisions.confirm(caseNumber, people.Bola, proposed.proposal.shownHash);
  await expect(late).rejects.toThrow(/nothing was sent to the provider/);
  await expect(late).rejects.toBeInstanceOf(ApiError);
  expect([(await cases.find(caseNumber))?.proposal, await keptCodes()]).toEqual([null, 0]);
  expect(await told()).not.toContain('code');
  await typed(caseNumber, code);
  expect(await rails.refund(refundId).result()).toEqual({ status: 'SUCCESSFUL' });
});

test('a code for a transfer that the bank has given up meanwhile ends it, and it is sent anew', async () => {
  const { refundId, sessionId, workflowId } = await waitingForCode();
  const caseNumber = await openCase(refundId, 'UNKNOWN: APPROVAL');
  const code = await rails.bank.codeOf(sessionId);
  await rails.bank.releaseTransfer(sessionId, '61');
  await typed(caseNumber, code);
  await expect
    .poll(async () => (await rails.sendings(refundId))[0]?.status, { timeout: 20_000 })
    .toBe('FAILED');
  await fastForward(rails.world.client, workflowId, 120_000);
  expect(await rails.refund(refundId).result()).toEqual({ status: 'SUCCESSFUL' });
  expect((await rails.sendings(refundId)).map(({ status }) => status)).toEqual([
    'FAILED',
    'SUCCESSFUL',
  ]);
  await assertBooks(rails.world.database);
});

test('a code whose answer is lost is not sent a second time: the bank is asked for the transfer', async () => {
  const { refundId, sessionId, accountNumber, told } = await waitingForCode();
  const caseNumber = await openCase(refundId, 'UNKNOWN: APPROVAL');
  await rails.bank.misbehave({ on: 'code', account: accountNumber, times: 1, answer: 'RESET' });
  await typed(caseNumber, await rails.bank.codeOf(sessionId));
  expect(await rails.refund(refundId).result()).toEqual({ status: 'SUCCESSFUL' });
  expect((await told()).filter((on) => on === 'code')).toEqual(['code']);
  expect(await keptCodes()).toBe(0);
  await assertBooks(rails.world.database);
});
