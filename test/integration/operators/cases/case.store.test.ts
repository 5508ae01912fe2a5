import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PgCases, type ProposedDecision } from '../../../../src/operators/cases/case.store.js';
import { patientPool } from '../../../support/patient-pool.js';
import { plantPeople } from '../../../support/operators.js';
import { createDatabase, type TestDatabase } from '../../../support/stack.js';

let database: TestDatabase;
let pool: pg.Pool;
let cases: PgCases;
let people: Awaited<ReturnType<typeof plantPeople<'Ada' | 'Bola' | 'Chidi'>>>;

beforeAll(async () => {
  database = await createDatabase();
  pool = patientPool(database.appUrl, { max: 4, applicationName: 'test' });
  cases = new PgCases(pool);
  people = await plantPeople(pool, 'Ada', 'Bola', 'Chidi');
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

const page = { title: 'it waits', happened: '', safe: '', todo: '' };

/** Takes a step as a workflow does; the case's number. */
async function step(subject: string, event: string, changes: object = {}): Promise<bigint> {
  const about = { kind: 'PAYOUT', subject, workflowId: `payout/${subject}`, update: 'resolve' };
  const [row] = await database.query<{ case_number: string }>(
    'select case_number from take_case_step($1)',
    [
      JSON.stringify({
        ...{ stepId: randomUUID(), event },
        case: { ...about, reason: 'HELD: NAME_CHANGED', decisions: ['release', 'cancel'], page },
        ...changes,
      }),
    ],
  );
  return BigInt(row?.case_number ?? 0);
}

const opened = (): Promise<bigint> => step(`stl_${randomUUID()}`, 'OPENED');
const asked = (
  operator: 'Ada' | 'Bola',
  changes: Partial<ProposedDecision> = {},
): ProposedDecision => ({
  ...{ decision: 'release', operator, reason: 'the merchant has confirmed it', input: null },
  ...{ operatorId: people[operator].operatorId, shown: [['Amount', '₦1.00']] },
  shownHash: randomUUID().replaceAll('-', ''),
  ...changes,
});
const propose = async (number: bigint, wish: ProposedDecision, own: readonly string[] = []) =>
  (await cases.propose(number, wish, own, 'API')).outcome;

describe('a proposal', () => {
  it('waits, whoever of the same name asks again', async () => {
    const number = await opened();
    expect(await propose(number, asked('Ada'))).toBe('PROPOSED');
    expect(await propose(number, asked('Ada'))).toBe('PROPOSED');
    const found = await cases.find(number);
    expect(found?.proposal).toMatchObject({ operator: 'Ada', decision: 'release' });
    const proposed = (await cases.history(number)).filter(({ type }) => type === 'PROPOSED');
    expect(proposed).toHaveLength(1);
  });

  it('is confirmed by another operator who has seen it, once, and by nobody who asks the same', async () => {
    const number = await opened();
    const wish = asked('Ada');
    await propose(number, wish);
    expect(await propose(number, asked('Bola'))).toBe('OTHER_PROPOSED');
    const confirm = async (name: 'Ada' | 'Bola' | 'Chidi', hash = wish.shownHash) =>
      (await cases.confirm(number, people[name], hash)).outcome;
    expect(await confirm('Ada')).toBe('SAME_OPERATOR');
    expect(await confirm('Bola', '0'.repeat(32))).toBe('CHANGED');
    expect(await confirm('Bola')).toBe('CONFIRMED');
    // Temporal may have been away: the same operator may ask again, and nobody else.
    expect(await confirm('Bola')).toBe('CONFIRMED');
    expect(await confirm('Chidi')).toBe('CONFIRMED_BEFORE');
    // Nothing is written before the workflow has taken it.
    expect((await cases.find(number))?.proposal).toMatchObject({
      operator: 'Ada',
      partner: 'Bola',
    });
  });

  it('is one at a time, also when two ask at once', async () => {
    const number = await opened();
    const outcomes = await Promise.all([
      propose(number, asked('Ada', { decision: 'release' })),
      propose(number, asked('Bola', { decision: 'cancel' })),
    ]);
    expect(outcomes.toSorted()).toEqual(['OTHER_PROPOSED', 'PROPOSED']);
  });

  it('is another one with another account', async () => {
    const number = await opened();
    const to = (accountNumber: string) =>
      ({ decision: 'redirect', input: { accountNumber, bankCode: '000013' } }) as const;
    const own = ['redirect'];
    expect(await propose(number, asked('Ada', to('0123456789')), own)).toBe('PROPOSED');
    expect(await propose(number, asked('Bola', to('0123456780')), own)).toBe('OTHER_PROPOSED');
  });

  it('is of an open case and of a valid decision only', async () => {
    const number = await opened();
    expect(await propose(number, asked('Ada', { decision: 'accept' }))).toBe('NOT_VALID');
    expect(await propose(999_999n, asked('Ada'))).toBe('UNKNOWN');
    const subject = (await cases.find(number))?.subject ?? '';
    await step(subject, 'HEALED');
    expect(await propose(number, asked('Ada'))).toBe('CLOSED');
  });

  it('goes with the decision, and when other decisions are valid', async () => {
    const number = await opened();
    const subject = (await cases.find(number))?.subject ?? '';
    const shown = [
      ['Name of the account', 'ADA OBI'],
      ['Account', '0123456789, A Bank'],
    ] as const;
    const wish = asked('Ada', { shown });
    await propose(number, wish);
    const decision = { decision: 'release', operator: 'Ada', partner: 'Bola', reason: 'why' };
    await step(subject, 'DECIDED', { decision });
    expect(await cases.find(number)).toMatchObject({ status: 'CLOSED', proposal: null });
    const [event] = await cases.history(number);
    expect(event).toMatchObject({ type: 'DECIDED', operator: 'Ada', partner: 'Bola', shown });
    // The audit proves what was shown, and tells nothing of the payer.
    const [entry] = await database.query<{ after: object }>(
      `select after from audit_entry where action = 'case.decide' and subject = $1`,
      [String(number)],
    );
    expect(entry?.after).toEqual({
      ...{ decision: 'release', shownHash: wish.shownHash, Account: '******6789, A Bank' },
    });
  });

  it('is taken back once', async () => {
    const number = await opened();
    await propose(number, asked('Ada'));
    expect(await cases.withdraw(number, people.Ada, 'the wrong one')).toBe(true);
    expect(await cases.withdraw(number, people.Ada, 'the wrong one')).toBe(false);
    expect((await cases.history(number))[0]).toMatchObject({
      ...{ type: 'WITHDRAWN', decision: 'release', operator: 'Ada', door: 'DESK' },
    });
  });
});

describe('the history', () => {
  it('cannot be changed, not even by the programs', async () => {
    const number = await opened();
    await cases.note(number, people.Ada, 'a note');
    for (const statement of [
      `update case_event set reason = 'another' where case_number = ${number}`,
      `delete from case_event where case_number = ${number}`,
    ]) {
      await expect(pool.query(statement)).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('notes an assignment once, and nothing of a case that is not there', async () => {
    const number = await opened();
    expect(await cases.assign(number, people.Ada, 'Bola')).toBe(true);
    expect(await cases.assign(number, people.Ada, 'Bola')).toBe(true);
    expect(await cases.assign(number, people.Ada, null)).toBe(true);
    const assigned = (await cases.history(number)).filter(({ type }) => type === 'ASSIGNED');
    expect(assigned.map(({ after }) => after?.['assignee'] ?? null)).toEqual([null, 'Bola']);
    expect(await cases.assign(999_999n, people.Ada, 'Bola')).toBe(false);
    expect(await cases.note(999_999n, people.Ada, 'a note')).toBe(false);
  });
});
