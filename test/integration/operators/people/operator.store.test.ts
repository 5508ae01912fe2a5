import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hashOf, mintSessionSecret } from '../../../../src/people/session-secret.js';
import { mintOperatorToken } from '../../../../src/operators/people/operator-token.js';
import { PgOperatorStore } from '../../../../src/operators/people/operator.store.js';
import { patientPool } from '../../../support/patient-pool.js';
import { byTest, OperatorWorld } from '../../../support/operators.js';
import { createDatabase, type TestDatabase } from '../../../support/stack.js';

let database: TestDatabase;
let pool: pg.Pool;
let store: PgOperatorStore;
let world: OperatorWorld;

beforeAll(async () => {
  database = await createDatabase();
  pool = patientPool(database.appUrl, { max: 2, applicationName: 'test' });
  store = new PgOperatorStore(pool);
  world = new OperatorWorld(pool, inject('stack').env.MANILLA_SEAL_KEY);
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

async function machine(name: string) {
  const operatorId = await world.service.addMachine(byTest, name, 'operations');
  return { operatorId, token: await world.token(operatorId) };
}

const tokenIdOf = async (name: string) => (await world.doors.tokens(name))[0]?.tokenId ?? '';

describe('an operator’s token', () => {
  it('says who asks, and when it was last used', async () => {
    const { operatorId, token } = await machine('Ada');
    const tokenId = await tokenIdOf('Ada');
    expect(await store.byToken(hashOf(token))).toEqual({
      ...{ operatorId, name: 'Ada', role: 'operations', kind: 'MACHINE', tokenRole: null },
      ...{ doorId: tokenId, isProven: true },
    });
    const [listed] = await world.doors.tokens('Ada');
    expect(listed).toMatchObject({ tokenId, revokedAt: null, lastUsedAt: expect.any(Date) });
  });

  it('is kept as a hash alone', async () => {
    const { token } = await machine('Bola');
    const kept = await database.query(
      'select row_to_json(t)::text as text from operator_token t union all select row_to_json(a)::text from audit_entry a',
    );
    expect(JSON.stringify(kept)).not.toContain(token.slice(4));
  });

  it('is one of several of the same operator', async () => {
    const { operatorId, token } = await machine('Chidi');
    const second = await world.token(operatorId, 'viewer');
    const found = await Promise.all([token, second].map((each) => store.byToken(hashOf(each))));
    expect(found[0]).toMatchObject({ name: 'Chidi', tokenRole: null });
    expect(found[1]).toMatchObject({ name: 'Chidi', tokenRole: 'viewer' });
  });

  it.each(['MACHINE', 'PERSON'] as const)(
    'goes on with the new role of a %s who never set a second factor',
    async (kind) => {
      const name = kind === 'MACHINE' ? 'Monitor' : 'Uche';
      const operatorId = (await world.people.add(byTest, { name, role: 'viewer', kind })) ?? '';
      const token = await world.token(operatorId);
      await world.service.changeRole(byTest, operatorId, 'support');
      expect(await store.byToken(hashOf(token))).toMatchObject({ name, role: 'support' });
    },
  );

  it('ends, and is unknown when it was ended or never made', async () => {
    const { operatorId, token } = await machine('Dayo');
    const old = mintOperatorToken();
    await world.doors.addToken(byTest, {
      ...{ operatorId, tokenHash: hashOf(old), label: null, role: null },
      expiresAt: new Date(Date.now() - 1_000),
    });
    expect(await store.byToken(hashOf(old))).toBe('EXPIRED');
    const tokenId = await tokenIdOf('Dayo');
    expect(await world.doors.endToken(byTest, tokenId, null)).toBe(true);
    expect(await store.byToken(hashOf(token))).toBe('UNKNOWN');
    expect(await store.byToken(hashOf(mintOperatorToken()))).toBe('UNKNOWN');
    expect(await world.doors.endToken(byTest, tokenId, null)).toBe(false);
  });

  it('of another operator cannot be ended by who may end only one’s own', async () => {
    const [, efe] = [await machine('Efe'), await machine('Not Efe')];
    expect(await world.doors.endToken(byTest, await tokenIdOf('Efe'), efe.operatorId)).toBe(false);
  });
});

describe('a browser that is signed in', () => {
  const secretOf = (cookie: string) => hashOf(cookie.split('=')[1] ?? '');

  it('is its person’s until the session is ended', async () => {
    const person = await world.join('Funke', 'support');
    const session = secretOf(await world.cookie(person));
    const found = await store.bySession(session);
    expect(found).toMatchObject({ name: 'Funke', role: 'support', kind: 'PERSON' });
    const [listed] = await world.service.sessions('Funke');
    expect(await world.persons.endSession(byTest, listed?.sessionId ?? '', null)).toBe(true);
    expect(await store.bySession(session)).toBe('UNKNOWN');
    expect(await store.bySession(hashOf(mintSessionSecret()))).toBe('UNKNOWN');
  });

  it('is over after twelve hours, or one without a click', async () => {
    const person = await world.join('Gozie');
    const session = secretOf(await world.cookie(person));
    const age = (column: string, by: string) =>
      database.query(
        `update person_session set ${column} = ${column} - interval '${by}' where session_hash = $1`,
        [session],
      );
    await age('seen_at', '59 minutes');
    expect(await store.bySession(session)).toMatchObject({ name: 'Gozie' });
    // It was seen just now.
    await age('seen_at', '59 minutes');
    expect(await store.bySession(session)).toMatchObject({ name: 'Gozie' });
    await age('seen_at', '61 minutes');
    expect(await store.bySession(session)).toBe('EXPIRED');
    expect(await world.service.sessions('Gozie')).toEqual([]);
    const other = secretOf(await world.cookie(person));
    await database.query(
      `update person_session set expires_at = expires_at - interval '12 hours' where session_hash = $1`,
      [other],
    );
    expect(await store.bySession(other)).toBe('EXPIRED');
  });

  it('is nobody’s once the person is disabled or has no second factor', async () => {
    const person = await world.join('Halima');
    const session = secretOf(await world.cookie(person));
    // Even if a row were left.
    await database.query('update person set second_factor_sealed = null where person_id = $1', [
      person.operatorId,
    ]);
    expect(await store.bySession(session)).toBe('UNKNOWN');
  });
});
