import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { PgOperatorStore } from '../../../src/operators/people/operator.store.js';
import { memberActor } from '../../../src/people/member-actor.js';
import { PgMembers } from '../../../src/people/member.store.js';
import { PgPasskeys } from '../../../src/people/passkey.store.js';
import { PgPersons } from '../../../src/people/person.store.js';
import { hashOf } from '../../../src/people/session-secret.js';
import { newId } from '../../../src/platform/database/new-id.js';
import { byTest, OperatorWorld } from '../../support/operators.js';
import { patientPool } from '../../support/patient-pool.js';
import { createDatabase, type TestDatabase } from '../../support/stack.js';

/** One kind of people, two realms: whoever is of one is nobody at the door of the other, whatever is known of the person. */
let database: TestDatabase;
let pool: pg.Pool;
let world: OperatorWorld;
let members: PgPersons;
const operator = { personId: '', name: 'Funke' };
const member = { personId: newId('psn'), name: 'Ngozi', email: 'ngozi@shop.example' };

beforeAll(async () => {
  database = await createDatabase();
  pool = patientPool(database.appUrl, { max: 2, applicationName: 'test' });
  world = new OperatorWorld(pool, inject('stack').env.MANILLA_SEAL_KEY);
  members = new PgPersons(pool, 'MERCHANT');
  operator.personId = (await world.join(operator.name)).operatorId;
  await pool.query(
    `select create_merchant('mch_1', 'Shop', 'SHOP', '{}', '{"kind": "COMMAND", "actor": "t", "door": "COMMAND"}')`,
  );
  await pool.query(
    `insert into person (person_id, realm, merchant_id, name, email, role, password_hash, second_factor_sealed)
       values ($1, 'MERCHANT', 'mch_1', $2, $3, 'owner', 'hash', '\\x01')`,
    [member.personId, member.name, member.email],
  );
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

const sessionOf = (personId: string, secret: string) => ({
  ...{ personId, sessionHash: hashOf(secret), way: 'PASSWORD' as const, address: '127.0.0.1' },
  ...{ agent: null, freshUntil: null, expiresAt: new Date(Date.now() + 60_000) },
});

describe('a session', () => {
  it('of an operator is nobody at the portal, and one of the portal nobody at the desk', async () => {
    const [desk, portal] = [new PgOperatorStore(pool), new PgMembers(pool)];
    await world.persons.openSession(byTest, sessionOf(operator.personId, 'desk'));
    await members.openSession(
      memberActor(member, '127.0.0.1'),
      sessionOf(member.personId, 'portal'),
    );
    expect(await portal.bySession(hashOf('portal'))).toMatchObject({ personId: member.personId });
    expect(await desk.bySession(hashOf('desk'))).toMatchObject({ name: 'Funke' });
    expect(await portal.bySession(hashOf('desk'))).toBeUndefined();
    expect(await desk.bySession(hashOf('portal'))).toBe('UNKNOWN');
  });

  it('is opened for nobody of the other realm, and no row can say otherwise', async () => {
    expect(await members.openSession(byTest, sessionOf(operator.personId, 'x'))).toBeUndefined();
    expect(
      await world.persons.openSession(byTest, sessionOf(member.personId, 'y')),
    ).toBeUndefined();
    const [{ session_id: id } = { session_id: '' }] = await database.query<{ session_id: string }>(
      `select session_id from person_session where person_id = $1`,
      [operator.personId],
    );
    await expect(
      database.query(`update person_session set realm = 'MERCHANT' where session_id = $1`, [id]),
    ).rejects.toThrow(/foreign key/);
    expect(await members.endSession(byTest, id, null)).toBe(false);
    expect(await world.persons.endSession(byTest, id, null)).toBe(true);
  });
});

describe('what a person knows', () => {
  it('is of no use at the other door', async () => {
    expect(await members.credentials(operator.name)).toEqual([]);
    expect(await world.persons.credentials(member.email)).toEqual([]);
    expect(await members.credentialsOf(operator.personId)).toBeUndefined();
    expect(await members.useSecondFactor(operator.personId, 9_999_999_999)).toBe(false);
    expect(await members.useRecoveryCode(byTest, operator.personId, hashOf('x'))).toBe(false);
    const change = {
      personId: operator.personId,
      oldHash: 'hash',
      newHash: 'n',
      keptSessionId: '',
    };
    expect(await members.changePassword(byTest, change)).toBe(false);
    expect(
      await world.persons.changePassword(byTest, { ...change, personId: member.personId }),
    ).toBe(false);
    const [session] = await members.sessions({ personId: member.personId });
    const link = {
      ...{ linkHash: hashOf('link'), expiresAt: new Date(Date.now() + 60_000) },
      sessionId: session?.sessionId ?? '',
    };
    expect(await members.beginEnrolment(operator.personId, 'APP', link)).toBe(false);
    expect(await members.beginEnrolment(member.personId, 'APP', link)).toBe(true);
    expect(await world.persons.openInvitation(link.linkHash, Buffer.from([1]))).toBeUndefined();
    const set = { passwordHash: 'n', step: 1, recoveryHashes: [] };
    expect(await world.persons.takeInvitation(byTest, link.linkHash, set)).toBe(false);
    expect(await members.openInvitation(link.linkHash, Buffer.from([1]))).toMatchObject({
      personId: member.personId,
    });
  });

  it('is no passkey: operators have none, and a lower count is a copy', async () => {
    const passkeys = new PgPasskeys(pool);
    const key = { credentialId: 'c1', publicKey: Buffer.from([1]), counter: 5, label: 'Phone' };
    expect(await passkeys.add(byTest, { ...key, personId: operator.personId })).toBe(false);
    expect(await passkeys.add(byTest, { ...key, personId: member.personId })).toBe(true);
    expect(await passkeys.add(byTest, { ...key, personId: member.personId })).toBe(false);
    const known = await passkeys.byCredential('c1');
    expect(await passkeys.use(known?.passkeyId ?? '', 5)).toBe(false);
    expect(await passkeys.use(known?.passkeyId ?? '', 6)).toBe(true);
    await passkeys.ask('challenge', member.personId, 60_000);
    expect(await passkeys.wasAsked('challenge', null)).toBe(false);
    expect(await passkeys.wasAsked('challenge', member.personId)).toBe(false);
  });
});

describe('an administrator of the operator', () => {
  it('changes no person of a merchant by the operations for operators', async () => {
    for (const change of [
      () => world.service.disable(byTest, member.personId),
      () => world.service.resetSecondFactor(byTest, member.personId),
      () => world.service.changeRole(byTest, member.personId, 'viewer'),
      () => world.service.vouch(byTest, member.personId),
    ]) {
      await expect(change()).rejects.toMatchObject({ reason: 'RESOURCE_NOT_FOUND' });
    }
    expect((await world.service.list()).map(({ name }) => name)).toEqual(['Funke']);
  });

  it('is no second person for one of a merchant', async () => {
    const [row] = await database.query<{ why: string }>('select why_not_two($1, $2) as why', [
      ...[operator.personId, member.personId],
    ]);
    expect(row?.why).toBe('SAME_OPERATOR');
  });
});
