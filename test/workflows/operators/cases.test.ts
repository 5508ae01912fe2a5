import { Client } from '@temporalio/client';
import type { Payload } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  decide,
  foundMore,
  type Resolution,
  resolve,
  resolveFindings,
} from '../../../workflows/messages.js';
import { creditWorkflowId, findingWorkflowId } from '../../../src/domain/ids.js';
import { currentDetails } from '../../support/history.js';
import { RailWorld } from '../../support/rail-world.js';

let rails: RailWorld;
beforeAll(async () => void (rails = await RailWorld.start()));
afterAll(() => rails[Symbol.asyncDispose]());

interface CaseRow {
  case_number: bigint;
  status: string;
  reason: string;
  decisions: string[];
  account_number: string | null;
  session_id: string | null;
  amount_minor: bigint | null;
  workflow_id: string;
  opened_at: Date;
  snoozed_until: Date | null;
  proposal: unknown;
}

async function caseOf(kind: string, subject: string): Promise<CaseRow | undefined> {
  const { rows } = await rails.world.pool.query<CaseRow>(
    'select * from attention_case where kind = $1 and subject = $2',
    [kind, subject],
  );
  expect(rows.length).toBeLessThan(2);
  return rows[0];
}

async function told(caseNumber: bigint | undefined) {
  const { rows } = await rails.world.pool.query<Record<string, unknown>>(
    `select type, operator, partner, decision, reason, door, before ->> 'status' as before, after ->> 'status' as after
       from case_event where case_number = $1 order by event_id`,
    [caseNumber],
  );
  return rows;
}

async function attributesOf(workflowId: string): Promise<Record<string, unknown>> {
  const { typedSearchAttributes } = await rails.world.client.workflow
    .getHandle(workflowId)
    .describe();
  return Object.fromEntries(
    typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]),
  );
}

describe('money of nobody', () => {
  let creditId: string;
  beforeAll(async () => {
    const { fact, ...credit } = await rails.receiveStray(770_000n);
    ({ creditId } = credit);
    await rails.world.tell(fact);
    await rails.untilWaiting(creditWorkflowId(creditId));
    await vi.waitFor(async () => expect(await caseOf('CREDIT', creditId)).toBeDefined(), 20_000);
  });
  const handle = () => rails.world.client.workflow.getHandle(creditWorkflowId(creditId));

  test('is a case, with what an operator must know of it', async () => {
    expect(await caseOf('CREDIT', creditId)).toMatchObject({
      status: 'OPEN',
      reason: 'HELD: UNMATCHED',
      decisions: ['accept', 'return', 'keep', 'retry'],
      amount_minor: 770_000n,
      workflow_id: creditWorkflowId(creditId),
    });
  });

  test('is found by its number, session and amount while it waits', async () => {
    const row = await caseOf('CREDIT', creditId);
    await expect
      .poll(() => attributesOf(creditWorkflowId(creditId)))
      .toMatchObject({
        AmountMinor: 770_000,
        AccountNumber: row?.account_number,
        SessionId: row?.session_id,
        CaseStatus: 'HELD',
        AttentionReason: 'HELD: UNMATCHED',
      });
  });

  test('says first whose money it is, and then what may be decided, and where', async () => {
    const row = await caseOf('CREDIT', creditId);
    const details = await currentDetails(handle());
    expect(details).toMatch(
      /^\*\*₦7,700\.00 from ADA OBI, Access Bank (\\\*){4}0032, to 9019999999, SHOP, since .* \(Lagos\)\*\*\n/,
    );
    expect(details).toContain('`return`');
    expect(details).toContain('`accept` (Give it to the shop, two operators)');
    expect(details).not.toContain('operator"');
    expect(details).toContain(`/desk/cases/${row?.case_number}`);
  });

  const given = { decision: 'accept', operator: 'ngozi', reason: 'it is theirs' } as const;
  test.each([
    ['one operator', given, /partner must say/],
    ['the same operator twice', { ...given, partner: ' Ngozi ' }, /another than operator/],
    ['the number of another case', { ...given, partner: 'bola', caseNumber: '999999' }, /the case/],
  ])('is given to nobody by %s', async (_name, decision, message) => {
    await expect(handle().executeUpdate(decide, { args: [decision] })).rejects.toMatchObject({
      cause: { message: expect.stringMatching(message) },
    });
    expect(await caseOf('CREDIT', creditId)).toMatchObject({ status: 'OPEN' });
  });

  test('who decided, why, and what came of it is kept, whatever becomes of the history', async () => {
    const row = await caseOf('CREDIT', creditId);
    const decision = {
      decision: 'return',
      operator: 'ngozi',
      reason: 'nobody knows it',
      door: 'DESK',
      caseNumber: String(row?.case_number),
    } as const;
    await handle().executeUpdate(decide, { args: [decision] });
    await handle().result();
    const nothing = { partner: null, before: null, after: null };
    const undecided = { ...nothing, operator: null, decision: null, door: null };
    expect(await told(row?.case_number)).toEqual([
      { ...undecided, type: 'OPENED', reason: 'HELD: UNMATCHED', before: 'HELD' },
      {
        ...nothing,
        type: 'DECIDED',
        operator: 'ngozi',
        decision: 'return',
        reason: 'nobody knows it',
        door: 'DESK',
        before: 'HELD',
      },
      { ...undecided, type: 'DONE', reason: 'HELD: UNMATCHED', after: 'RETURN_ORDERED' },
    ]);
    expect(await caseOf('CREDIT', creditId)).toMatchObject({ status: 'CLOSED' });
    const attributes = await attributesOf(creditWorkflowId(creditId));
    for (const gone of ['CheckoutPhase', 'AccountNumber', 'SessionId', 'CaseStatus', 'AmountMinor'])
      expect(attributes).not.toHaveProperty(gone);
  });
});

test('a case whose workflow was terminated by hand has it again within a sweep', async () => {
  const { creditId, fact } = await rails.receiveStray(40_000n);
  await rails.world.tell(fact);
  await rails.untilWaiting(creditWorkflowId(creditId));
  await vi.waitFor(async () => expect(await caseOf('CREDIT', creditId)).toBeDefined(), 20_000);
  await rails.credit(creditId).terminate('by hand');
  await rails.world.pool.query(
    `update attention_case set opened_at = now() - interval '2 minutes' where subject = $1`,
    [creditId],
  );
  await vi.waitFor(async () => {
    await rails.runs('sweepWorkflow', []);
    expect((await rails.credit(creditId).describe()).status.name).toBe('RUNNING');
  }, 20_000);
  await rails.untilWaiting(creditWorkflowId(creditId));
  const given = { decision: 'keep', operator: 'ngozi', reason: 'looked' } as const;
  await rails.credit(creditId).executeUpdate(decide, { args: [given] });
  expect(await rails.credit(creditId).result()).toEqual({ resolution: 'KEPT' });
  expect(await caseOf('CREDIT', creditId)).toMatchObject({ status: 'CLOSED' });
});

describe('a step of a checkout that fails for good', () => {
  test('is a case while it waits, and the same case when it fails again', async () => {
    const { world } = rails;
    const initiated = await world.initiate();
    await world.tell(initiated);
    const account = await world.issueAccount(initiated, { validityMinutes: 10 });
    await world.tell(account);
    const breaks = (from: string, to: string) =>
      world.pool.query(`alter table ${from} rename to ${to}`);
    await breaks('balance_transaction', 'balance_transaction_gone');
    await world.tell(await world.receive(account.accountNumber, 1_000_000n));
    const id = initiated.checkout?.checkoutId ?? '';
    await expect
      .poll(() => caseOf('CHECKOUT', id))
      .toMatchObject({ status: 'OPEN', reason: 'applyCredit: LEDGER_MISMATCH' });
    const first = await caseOf('CHECKOUT', id);
    const retry: Resolution = { decision: 'retry', operator: 'ngozi', reason: 'try' };
    await world.handle(initiated).executeUpdate(resolve, { args: [retry] });
    await expect
      .poll(async () => (await told(first?.case_number)).map(({ type }) => type), {
        timeout: 20_000,
      })
      .toEqual(['OPENED', 'DECIDED', 'OPENED']);
    await breaks('balance_transaction_gone', 'balance_transaction');
    await world.handle(initiated).executeUpdate(resolve, { args: [retry] });
    expect(await world.handle(initiated).result()).toEqual({ status: 'SUCCESSFUL' });
    expect((await told(first?.case_number)).map(({ type, after }) => [type, after])).toEqual([
      ['OPENED', null],
      ['DECIDED', null],
      ['OPENED', null],
      ['DECIDED', null],
      ['DONE', 'SUCCESSFUL'],
    ]);
    expect(await caseOf('CHECKOUT', id)).toMatchObject({
      status: 'CLOSED',
      case_number: first?.case_number,
    });
  });
});

describe('a debit that nobody knows of', () => {
  const subject = '090547260101000000000000000042';
  const about = { kind: 'UNEXPLAINED_DEBIT', subject };
  const workflowId = findingWorkflowId(about);
  const resolved = {
    decision: 'resolved',
    operator: 'ngozi',
    reason: 'the bank is looking',
  } as const;

  async function missing(): Promise<bigint> {
    const { rows } = await rails.world.pool.query<{ minor: bigint }>(
      `select difference_to_bank('simulator') as minor`,
    );
    return rows[0]?.minor ?? 0n;
  }
  const reconciled = () => rails.runs('reconciliationWorkflow', [{ provider: 'simulator' }]);
  const swept = () => rails.runs('sweepWorkflow', []);

  test('waits again while the money is missing, and its journal takes two operators', async () => {
    const { pool, client } = rails.world;
    await reconciled();
    const before = await missing();
    await rails.bank.debit(300_000, subject);
    await reconciled();
    await swept();
    expect(await rails.untilWaiting(workflowId)).toBe('FOUND: UNEXPLAINED_DEBIT');
    expect((await missing()) - before).toBe(-300_000n);
    const handle = client.workflow.getHandle(workflowId);
    await handle.executeUpdate(resolveFindings, { args: [resolved] });
    await handle.result();
    await reconciled();
    await swept();
    expect(await rails.untilWaiting(workflowId)).toBe('FOUND: UNEXPLAINED_DEBIT');
    const again = client.workflow.getHandle(workflowId);
    const adjust = { ...resolved, decision: 'adjust' } as const;
    await expect(again.executeUpdate(resolveFindings, { args: [adjust] })).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/partner/) },
    });
    await again.executeUpdate(resolveFindings, { args: [{ ...adjust, partner: 'bola' }] });
    await again.result();
    expect(await missing()).toBe(before);
    const { rows } = await pool.query(
      `select e.account_id, e.amount_minor from journal j join entry e using (journal_id)
        where j.source_type = 'finding' and j.source_id = $1 order by 1`,
      [`UNEXPLAINED_DEBIT:${subject}`],
    );
    expect(rows).toEqual([
      { account_id: '1100:simulator:NGN', amount_minor: -300_000n },
      { account_id: '5300:-:NGN', amount_minor: 300_000n },
    ]);
    await reconciled();
    await swept();
    const { rows: standing } = await pool.query(`select action from finding where subject = $1`, [
      subject,
    ]);
    expect(standing).toEqual([{ action: 'RESOLVED' }]);
  });

  test('is asked about again when the books refuse its journal', async () => {
    const { pool, client } = rails.world;
    const refused = '090547260101000000000000000043';
    const handle = client.workflow.getHandle(
      findingWorkflowId({ kind: 'UNEXPLAINED_DEBIT', subject: refused }),
    );
    await rails.bank.debit(300_000, refused);
    await reconciled();
    await swept();
    expect(await rails.untilWaiting(handle.workflowId)).toBe('FOUND: UNEXPLAINED_DEBIT');
    await pool.query(
      `alter table journal add constraint refused check (source_type <> 'finding') not valid`,
    );
    const adjust = { ...resolved, decision: 'adjust', partner: 'bola' } as const;
    await handle.executeUpdate(resolveFindings, { args: [adjust] });
    await expect
      .poll(() => currentDetails(handle), { timeout: 20_000 })
      .toContain('could not be carried out');
    await pool.query('alter table journal drop constraint refused');
    await handle.executeUpdate(resolveFindings, { args: [adjust] });
    expect(await handle.result()).toEqual({ resolved: 1 });
    const row = await caseOf('FINDING', `UNEXPLAINED_DEBIT:${refused}`);
    expect((await told(row?.case_number)).map(({ type, after }) => [type, after])).toEqual([
      ['OPENED', null],
      ['DECIDED', null],
      ['OPENED', null],
      ['DECIDED', null],
      ['DONE', 'RESOLVED'],
    ]);
  });
});

test('a case of findings grows old while its workflow looks again, and closes when nothing is left', async () => {
  const { pool, client } = rails.world;
  const kind = 'SETTLED_DIFFERS';
  const handle = client.workflow.getHandle(findingWorkflowId({ kind, subject: null }));
  const found = async (subject: string): Promise<void> => {
    await pool.query(`select record_finding($1, $2, '{}', 'ATTENTION')`, [kind, subject]);
    await rails.runs('sweepWorkflow', []);
  };
  await found('one');
  await expect.poll(() => caseOf('FINDING', kind), { timeout: 20_000 }).toBeDefined();
  await pool.query(
    `update attention_case
        set opened_at = now() - interval '3 hours', snoozed_until = now() + interval '1 hour', proposal = '{"decision": "resolved"}'
      where subject = $1`,
    [kind],
  );
  const kept = async () => {
    const { opened_at, snoozed_until, proposal } = (await caseOf('FINDING', kind)) ?? {};
    return { opened_at, snoozed_until, proposal };
  };
  const before = await kept();
  await found('another');
  await expect
    .poll(() => caseOf('FINDING', kind), { timeout: 20_000 })
    .toMatchObject({ page: { title: expect.stringMatching(/^2 times/) } });
  expect(await kept()).toEqual(before);
  await pool.query(`update finding set action = 'RESOLVED' where kind = $1`, [kind]);
  await handle.signal(foundMore);
  expect(await handle.result()).toEqual({ resolved: 0 });
  const row = await caseOf('FINDING', kind);
  expect(row).toMatchObject({ status: 'CLOSED' });
  expect((await told(row?.case_number)).map(({ type }) => type)).toEqual(['OPENED', 'HEALED']);
});

describe('a worker that believes what is sealed, as in every environment', () => {
  let live: RailWorld;
  beforeAll(async () => void (live = await RailWorld.start({ sealedOnly: true })));
  afterAll(() => live[Symbol.asyncDispose]());

  test('a decision that was typed into the Temporal UI is refused; one of the operators’ API is taken', async () => {
    const { creditId, fact } = await live.receiveStray(40_000n);
    await live.world.tell(fact);
    const workflowId = creditWorkflowId(creditId);
    await live.untilWaiting(workflowId);
    const given = { decision: 'keep', operator: 'ngozi', reason: 'looked' } as const;
    // It reads what is encrypted, as the UI does by the codec server, and encrypts nothing.
    const { payloadCodecs = [], ...converter } = live.world.client.options.dataConverter ?? {};
    const [codec] = payloadCodecs;
    if (codec === undefined) throw new Error('the client encrypts nothing');
    const readsOnly = {
      encode: (payloads: Payload[]) => Promise.resolve(payloads),
      decode: (payloads: Payload[]) => codec.decode(payloads),
    };
    const stranger = new Client({
      connection: live.world.client.connection,
      namespace: live.world.client.options.namespace,
      dataConverter: { ...converter, payloadCodecs: [readsOnly] },
    });
    const typed = stranger.workflow.getHandle(workflowId).executeUpdate(decide, { args: [given] });
    await expect(typed).rejects.toMatchObject({
      cause: { message: expect.stringContaining('nothing is decided in the Temporal UI') },
    });
    const sealed = live.credit(creditId).executeUpdate(decide, { args: [given] });
    expect(await sealed).toEqual({ creditId, decision: 'keep' });
    expect(await live.credit(creditId).result()).toEqual({ resolution: 'KEPT' });
  });
});
