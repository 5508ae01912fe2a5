import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  hashOf,
  mintOperatorToken,
  mintSessionSecret,
} from '../../../src/operators/operator-token.js';
import { PgOperatorStore } from '../../../src/operators/operator.store.js';
import { createPool } from '../../../src/persistence/database.js';
import { createDatabase, type TestDatabase } from '../../support/stack.js';

let database: TestDatabase;
let pool: pg.Pool;
let store: PgOperatorStore;

beforeAll(async () => {
  database = await createDatabase();
  pool = createPool(database.appUrl, { max: 2, applicationName: 'test' });
  store = new PgOperatorStore(pool);
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

const tomorrow = () => new Date(Date.now() + 86_400_000);
const yesterday = () => new Date(Date.now() - 86_400_000);

async function tokenOf(name: string, until = tomorrow()) {
  const token = mintOperatorToken();
  return { token, tokenId: await store.addToken(name, hashOf(token), until) };
}

describe('an operator’s token', () => {
  it('says who asks, and when it was last used', async () => {
    const { token, tokenId } = await tokenOf('Ada');
    expect(await store.byToken(hashOf(token))).toEqual({
      operatorId: expect.stringMatching(/^opr_/),
      name: 'Ada',
      role: 'administrator',
      tokenId,
    });
    const [listed] = await store.tokens('Ada');
    expect(listed).toMatchObject({ tokenId, revokedAt: null, lastUsedAt: expect.any(Date) });
  });

  it('is kept as a hash alone', async () => {
    const { token } = await tokenOf('Bola');
    const rows = await database.query('select * from operator_token');
    expect(JSON.stringify(rows)).not.toContain(token.slice(4));
  });

  it('is one of several of the same operator', async () => {
    const [first, second] = [await tokenOf('Chidi'), await tokenOf('Chidi')];
    const found = await Promise.all(
      [first, second].map(({ token }) => store.byToken(hashOf(token))),
    );
    expect(found[0]).toMatchObject({ name: 'Chidi', tokenId: first.tokenId });
    expect(found[1]).toMatchObject({ name: 'Chidi', tokenId: second.tokenId });
  });

  it('ends, and is unknown when it was revoked or never made', async () => {
    const ended = await tokenOf('Dayo', yesterday());
    expect(await store.byToken(hashOf(ended.token))).toBe('EXPIRED');
    const { token, tokenId } = await tokenOf('Dayo');
    expect(await store.revoke(tokenId)).toBe(1);
    expect(await store.byToken(hashOf(token))).toBe('UNKNOWN');
    expect(await store.byToken(hashOf(mintOperatorToken()))).toBe('UNKNOWN');
    expect(await store.revoke(tokenId)).toBe(0);
  });

  it('goes with all others of its operator when the name is revoked', async () => {
    await tokenOf('Efe');
    await tokenOf('Efe');
    expect(await store.revoke('Efe')).toBe(2);
  });
});

describe('a browser that is signed in', () => {
  it('is its token’s operator until it signs out', async () => {
    const { tokenId } = await tokenOf('Funke');
    const session = hashOf(mintSessionSecret());
    await store.openSession(session, tokenId, tomorrow());
    expect(await store.bySession(session)).toMatchObject({ name: 'Funke', tokenId });
    await store.closeSession(session);
    expect(await store.bySession(session)).toBe('UNKNOWN');
  });

  it('ends with its time and with its token', async () => {
    const { tokenId } = await tokenOf('Gozie');
    const [old, revoked] = [hashOf(mintSessionSecret()), hashOf(mintSessionSecret())];
    await store.openSession(revoked, tokenId, tomorrow());
    await store.openSession(old, tokenId, yesterday());
    expect(await store.bySession(old)).toBe('EXPIRED');
    await store.revoke('Gozie');
    expect(await store.bySession(revoked)).toBe('UNKNOWN');
  });
});
