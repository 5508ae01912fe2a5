import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PgErrands } from '../../../../src/operators/errands/errand.store.js';
import { newId } from '../../../../src/platform/database/new-id.js';
import { byTest, plantPeople } from '../../../support/operators.js';
import { Shop } from '../../../support/shop.js';

let shop: Shop;
let pool: pg.Pool;
let errands: PgErrands;
let people: Awaited<ReturnType<typeof plantPeople<'Ada' | 'Bola'>>>;
beforeAll(async () => {
  shop = await Shop.open();
  pool = shop.pool as pg.Pool;
  errands = new PgErrands(pool);
  people = await plantPeople(pool, 'Ada', 'Bola');
});
afterEach(() => shop.assertBooks());
afterAll(() => shop?.[Symbol.asyncDispose]());

const by = (actor: 'Ada' | 'Bola') => ({
  ...byTest,
  kind: 'OPERATOR' as const,
  ...{ actor, operatorId: people[actor].operatorId, reason: 'the shop has asked' },
});

async function proposed(creditId: string, amountMinor: string | null): Promise<string> {
  const errandId = newId('ern');
  const wish = { amountMinor };
  const refund = { kind: 'REFUND' as const, subject: creditId, merchantId: shop.merchantId };
  const asked = { errandId, ...refund, wish, says: 'Refund it' };
  expect(await errands.propose(by('Ada'), asked)).toBe('PROPOSED');
  return errandId;
}

async function paid(amountMinor: bigint): Promise<string> {
  return (await shop.payAndPost(await shop.order({ amountMinor }), amountMinor)).creditId;
}

async function standing(errandId: string, creditId: string) {
  const { rows } = await pool.query<Record<string, string>>(
    `select (select status from errand where errand_id = $1) as errand,
            (select count(*) from refund where credit_id = $2)::int as refunds,
            (select count(*) from fact f join refund r on r.refund_id = f.subject_id where r.credit_id = $2)::int as facts,
            (select count(*) from audit_entry where subject = $2 and action = 'errand.confirm')::int as audited`,
    [errandId, creditId],
  );
  return rows[0];
}

describe('a refund that two operators order in a merchant’s place', () => {
  it('is ordered by the confirmation itself: a process that is killed in it has done nothing', async () => {
    const creditId = await paid(1_000_000n);
    const errandId = await proposed(creditId, '250000');
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query('select from inward_credit where credit_id = $1 for update', [creditId]);
    const killed = errands.confirm(by('Bola'), errandId).catch((error: Error) => error.message);
    const blocked = `select pid from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
    await expect.poll(async () => (await pool.query(blocked)).rows.length).toBe(1);
    await pool.query(`select pg_terminate_backend(pid) from (${blocked}) b`);
    expect(await killed).toMatch(/terminat/i);
    await holder.query('rollback');
    holder.release();
    expect(await standing(errandId, creditId)).toEqual({
      ...{ errand: 'PROPOSED', refunds: 0, facts: 0, audited: 0 },
    });
    const answers = await Promise.all([
      errands.confirm(by('Bola'), errandId),
      errands.confirm(by('Bola'), errandId),
    ]);
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['CONFIRMED', 'DECIDED']);
    expect(await standing(errandId, creditId)).toEqual({
      ...{ errand: 'DONE', refunds: 1, facts: 1, audited: 1 },
    });
  });

  it('waits on while the shop’s own rules refuse it, with the reason', async () => {
    const creditId = await paid(500_000n);
    const errandId = await proposed(creditId, '500001');
    const confirm = () => errands.confirm(by('Bola'), errandId);
    const refusal = { outcome: 'AMOUNT_EXCEEDS_REFUNDABLE', severalPayments: [] };
    expect(await confirm()).toEqual({
      outcome: 'REFUSED',
      refusal: { ...refusal, refundableMinor: 500_000n },
    });
    expect(await standing(errandId, creditId)).toEqual({
      ...{ errand: 'PROPOSED', refunds: 0, facts: 0, audited: 0 },
    });
    expect(await errands.withdraw(by('Bola'), errandId)).toBe(true);
    const all = await proposed(creditId, null);
    expect(await errands.confirm(by('Ada'), all)).toEqual({
      ...{ outcome: 'SAME_OPERATOR', refusal: null },
    });
    expect((await errands.confirm(by('Bola'), all)).outcome).toBe('CONFIRMED');
    const { rows } = await pool.query('select amount_minor from refund where credit_id = $1', [
      creditId,
    ]);
    expect(rows).toEqual([{ amount_minor: 500_000n }]);
  });
});
