import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { hashOf } from '../../../src/people/session-secret.js';
import { mintOperatorToken } from '../../../src/operators/people/operator-token.js';
import { PgPeople } from '../../../src/operators/people/people.store.js';
import { patientPool } from '../../support/patient-pool.js';
import { byTest, nextCode, OperatorWorld } from '../../support/operators.js';
import { createDatabase, type TestDatabase } from '../../support/stack.js';

/** What lets people in: each is one person's, used once, over at its time, and gone with the person's second factor. */
let database: TestDatabase;
let pool: pg.Pool;
let world: OperatorWorld;
let people: PgPeople;

beforeAll(async () => {
  database = await createDatabase();
  pool = patientPool(database.appUrl, { max: 2, applicationName: 'test' });
  world = new OperatorWorld(pool, inject('stack').env.MANILLA_SEAL_KEY);
  people = new PgPeople(pool);
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

interface Person {
  readonly operatorId: string;
  readonly name: string;
}

let count = 0;
let one: Person;
let other: Person;
const codes = [hashOf('one'), hashOf('two')];

/** Somebody who has signed up, with a session, a token and two recovery codes. */
async function person(): Promise<Person> {
  count += 1;
  // No two of them look alike.
  const name = `Person ${[...String(count)].map((digit) => 'bcdfghjkmp'[Number(digit)]).join('')}`;
  const operatorId = await people.add(byTest, { name, role: 'finance', kind: 'PERSON' });
  if (operatorId === undefined) throw new Error('the name is taken');
  await database.query(
    `update person set password_hash = 'hash', second_factor_sealed = '\\x01', second_factor_step = 100 where person_id = $1`,
    [operatorId],
  );
  await database.query(
    'insert into person_recovery_code (person_id, code_hash) select $1, unnest($2::bytea[])',
    [operatorId, codes],
  );
  await world.cookie({ operatorId, name });
  await world.token(operatorId);
  return { operatorId, name };
}

beforeEach(async () => {
  [one, other] = [await person(), await person()];
});

const sessionOf = async ({ name }: Person) => (await world.service.sessions(name))[0]?.sessionId;
const tokenOf = async ({ name }: Person) => {
  const token = (await world.doors.tokens(name))[0];
  return token?.revokedAt === null ? token.tokenId : undefined;
};
const codesLeft = async ({ operatorId }: Person) =>
  (
    await database.query(
      'select from person_recovery_code where person_id = $1 and used_at is null',
      [operatorId],
    )
  ).length;

describe.each([
  [
    'a session',
    sessionOf,
    (id: string, of: string | null) => world.persons.endSession(byTest, id, of),
  ],
  ['a token', tokenOf, (id: string, of: string | null) => world.doors.endToken(byTest, id, of)],
] as const)('%s', (_what, idOf, end) => {
  it('is ended by its own person, or by who may end anybody’s, once', async () => {
    for (const [whose, by] of [
      [one, one.operatorId],
      [other, null],
    ] as const) {
      const id = (await idOf(whose)) ?? '';
      expect(await end(id, by)).toBe(true);
      expect(await idOf(whose)).toBeUndefined();
      expect(await end(id, by)).toBe(false);
    }
  });

  it('is not ended by another person', async () => {
    const id = (await idOf(one)) ?? '';
    expect(await end(id, other.operatorId)).toBe(false);
    expect(await idOf(one)).toBe(id);
  });
});

describe('a token', () => {
  it('is proven while it is valid, and not after', async () => {
    const id = (await tokenOf(one)) ?? '';
    expect(await world.doors.prove(byTest, id, 60_000)).toBe(true);
    await world.doors.endToken(byTest, id, null);
    expect(await world.doors.prove(byTest, id, 60_000)).toBe(false);
    expect(await world.doors.prove(byTest, hashOf(mintOperatorToken()).toString('hex'), 1)).toBe(
      false,
    );
  });
});

describe('a code of the app', () => {
  it.each([
    ['before the last one', 99, false],
    ['of the last one, looked over a shoulder', 100, false],
    ['after the last one', 101, true],
  ])('of the step %s', async (_when, step, isTaken) => {
    expect(await world.persons.useSecondFactor(one.operatorId, step)).toBe(isTaken);
    expect(await world.persons.useSecondFactor(one.operatorId, step)).toBe(false);
    // The other has used none of them.
    expect(await world.persons.useSecondFactor(other.operatorId, 101)).toBe(true);
  });
});

describe('a recovery code', () => {
  it('is its person’s alone, and used once', async () => {
    const [code = Buffer.alloc(0)] = codes;
    expect(await world.persons.useRecoveryCode(byTest, one.operatorId, code)).toBe(true);
    expect([await codesLeft(one), await codesLeft(other)]).toEqual([1, 2]);
    expect(await world.persons.useRecoveryCode(byTest, one.operatorId, code)).toBe(false);
    expect(await world.persons.useRecoveryCode(byTest, other.operatorId, hashOf('none'))).toBe(
      false,
    );
  });

  it('of another person lets nobody in', async () => {
    const own = hashOf('only the other has it');
    await database.query(
      'insert into person_recovery_code (person_id, code_hash) values ($1, $2)',
      [other.operatorId, own],
    );
    expect(await world.persons.useRecoveryCode(byTest, one.operatorId, own)).toBe(false);
    expect(await codesLeft(other)).toBe(3);
  });
});

describe('a link', () => {
  const linkHash = () => hashOf(`link of ${one.operatorId}`);
  const given = (kind: 'SIGN_UP' | 'ENROL', endsIn: string) =>
    database.query(
      `insert into person_invitation (invitation_id, person_id, kind, link_hash, expires_at, second_factor_sealed)
         values (new_id('inv_'), $1, $2, $3, now() + $4::interval, '\\x02')`,
      [one.operatorId, kind, linkHash(), endsIn],
    );
  const set = { passwordHash: 'new', step: 1, recoveryHashes: [hashOf('three')] };
  const take = () => world.persons.takeInvitation(byTest, linkHash(), set);
  const open = async () =>
    (await world.persons.openInvitation(linkHash(), Buffer.from([3]))) !== undefined;

  it.each([
    ['1 minute', true],
    ['-1 second', false],
  ])('that ends in %s is opened and used, once: %s', async (endsIn, isGood) => {
    await given('SIGN_UP', endsIn);
    expect(await open()).toBe(isGood);
    expect(await take()).toBe(isGood);
    expect(await open()).toBe(false);
    expect(await take()).toBe(false);
    expect(await codesLeft(one)).toBe(isGood ? 1 : 2);
  });

  it('is of no use to somebody who is disabled', async () => {
    await given('SIGN_UP', '1 minute');
    await database.query('update person set disabled_at = now() where person_id = $1', [
      one.operatorId,
    ]);
    expect([await open(), await take()]).toEqual([false, false]);
  });

  it('for a second factor is of use only while there is none', async () => {
    await given('ENROL', '1 minute');
    expect([await open(), await take()]).toEqual([false, false]);
    await database.query('update person set second_factor_sealed = null where person_id = $1', [
      one.operatorId,
    ]);
    expect([await open(), await take()]).toEqual([true, true]);
  });
});

describe('somebody', () => {
  const standing = async () => ({
    session: (await sessionOf(one)) !== undefined,
    token: (await tokenOf(one)) !== undefined,
    codes: await codesLeft(one),
  });
  const whole = { session: true, token: true, codes: 2 };

  it.each([
    ['who is disabled', { isDisabled: true }, { session: false, token: false, codes: 2 }],
    [
      'whose second factor is reset',
      { resetSecondFactor: true },
      { session: false, token: false, codes: 0 },
    ],
    ['who has another role', { role: 'viewer', noMoreThan: ['finance'] }, whole],
  ])('%s keeps what the change leaves', async (_who, change, expected) => {
    expect(await standing()).toEqual(whole);
    await pool.query('select change_operator($1, $2, $3, $4, true)', [
      ...[JSON.stringify(byTest), one.operatorId, 'operator.change', JSON.stringify(change)],
    ]);
    expect(await standing()).toEqual(expected);
    expect(await sessionOf(other)).toBeDefined();
    expect(await tokenOf(other)).toBeDefined();
    expect(await codesLeft(other)).toBe(2);
  });

  it('who was shut out and is invited again comes in by the link alone', async () => {
    const left = await world.join('Left', 'finance');
    await world.service.disable(byTest, left.operatorId);
    const wish = { name: left.name, role: 'finance' } as const;
    const { link } = await world.service.invite(byTest, wish, { anew: true });
    for (const code of [nextCode(left.totpSecret), left.recoveryCodes[0] ?? '']) {
      const typed = { login: left.name, password: left.password, code };
      const from = { address: '127.0.0.1', agent: 'test' };
      await expect(world.signIns.signIn(typed, from)).rejects.toMatchObject({
        reason: 'INVALID_CREDENTIALS',
      });
    }
    expect(await codesLeft(left)).toBe(0);
    expect(await world.invitations.show(link.split('/').at(-1) ?? '')).toBeDefined();
  });

  it('who changes the password is signed in where that was done, and nowhere else', async () => {
    const kept = await sessionOf(one);
    await world.cookie(one);
    const changed = await pool.query<{ done: boolean }>(
      `select change_password($1, 'OPERATOR', $2, 'hash', 'new', $3) as done`,
      [JSON.stringify(byTest), one.operatorId, kept],
    );
    expect(changed.rows).toEqual([{ done: true }]);
    expect((await world.service.sessions(one.name)).map(({ sessionId }) => sessionId)).toEqual([
      kept,
    ]);
    expect(await sessionOf(other)).toBeDefined();
  });
});
