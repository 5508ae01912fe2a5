import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { PgCases } from '../../../../src/operators/cases/case.store.js';
import type { Actor } from '../../../../src/domain/actor.js';
import type { Role } from '../../../../src/operators/people/permissions.js';
import { totpCode } from '../../../../src/people/second-factor.js';
import { patientPool } from '../../../support/patient-pool.js';
import { byTest, OperatorWorld } from '../../../support/operators.js';
import { createDatabase, type TestDatabase } from '../../../support/stack.js';

interface Person {
  readonly operatorId: string;
  readonly name: string;
}

let database: TestDatabase;
let pool: pg.Pool;
let world: OperatorWorld;
let cases: PgCases;
/** Invited by whoever runs the database. */
let ada: Person;
let bola: Person;

beforeAll(async () => {
  database = await createDatabase();
  pool = patientPool(database.appUrl, { max: 2, applicationName: 'test' });
  world = new OperatorWorld(pool, inject('stack').env.MANILLA_SEAL_KEY);
  cases = new PgCases(pool);
  [ada, bola] = await Promise.all([world.join('Ada'), world.join('Bola')]);
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

const by = ({ name, operatorId }: Person): Actor => ({
  ...{ kind: 'OPERATOR', actor: name, operatorId, door: 'API' },
  ...{ reason: 'a test', partner: null, address: '127.0.0.1' },
});

let guests = 0;

/** Somebody whom this operator invites, and who signs up. */
async function guestOf(inviter: Actor, role: Role = 'finance'): Promise<Person> {
  const name = `Guest ${String.fromCodePoint(97 + guests++)}`;
  const { link } = await world.service.invite(inviter, { name, role });
  return signUp(link, name);
}

async function signUp(link: string, name: string): Promise<Person> {
  const secret = link.split('/').at(-1) ?? '';
  const shown = await world.invitations.show(secret);
  const code = totpCode(shown?.secret ?? '', Date.now());
  const password = 'a long enough one';
  const { personId: operatorId } = await world.invitations.take(
    secret,
    { password, again: password, code },
    '127.0.0.1',
  );
  return { operatorId, name };
}

/** Null: the two are two people. */
async function whyNot(one: Person, other: Person): Promise<string | null> {
  const [row] = await database.query<{ why: string | null }>('select why_not_two($1, $2) as why', [
    one.operatorId,
    other.operatorId,
  ]);
  return row?.why ?? null;
}

async function aDayLater(...people: readonly Person[]): Promise<void> {
  await database.query(
    `update person set decides_from = decides_from - interval '1 day' where person_id = any($1)`,
    [people.map(({ operatorId }) => operatorId)],
  );
}

describe('two operators', () => {
  it('whom the database’s login has invited are two people at once', async () => {
    expect(await whyNot(ada, bola)).toBeNull();
    expect(await whyNot(ada, ada)).toBe('SAME_OPERATOR');
  });

  it('are two a day after the sign-up, and never with who has let one of them in', async () => {
    const guest = await guestOf(by(ada));
    expect(await whyNot(bola, guest)).toBe('NEW_OPERATOR');
    // Neither as the second nor as the first of two.
    expect(await whyNot(guest, bola)).toBe('NEW_OPERATOR');
    await aDayLater(guest);
    expect(await whyNot(bola, guest)).toBeNull();
    expect(await whyNot(ada, guest)).toBe('LET_IN');
    expect(await whyNot(guest, ada)).toBe('LET_IN');
  });

  it('are one when the same person has let both in, also through others', async () => {
    const [first, second] = [
      await guestOf(by(ada), 'administrator'),
      await guestOf(by(ada), 'administrator'),
    ];
    const third = await guestOf(by(second), 'administrator');
    await aDayLater(first, second, third);
    expect(await whyNot(first, second)).toBe('LET_IN');
    expect(await whyNot(first, third)).toBe('LET_IN');
    expect(await whyNot(ada, third)).toBe('LET_IN');
    expect(await whyNot(bola, third)).toBeNull();
  });

  it('are two when another administrator vouches, who has nothing to do with either', async () => {
    const [puppet, guest] = [await guestOf(by(ada), 'administrator'), await guestOf(by(ada))];
    await aDayLater(puppet, guest);
    for (const none of [ada, puppet, guest]) {
      await expect(world.service.vouch(by(none), guest.operatorId)).rejects.toMatchObject({
        reason: 'DECISION_REFUSED',
      });
    }
    await world.service.vouch(by(bola), guest.operatorId);
    expect(await whyNot(ada, guest)).toBeNull();
    // A person of today is known to nobody.
    const own = await guestOf(by(bola), 'administrator');
    await expect(world.service.vouch(by(own), puppet.operatorId)).rejects.toMatchObject({
      reason: 'DECISION_REFUSED',
    });
    await world.service.vouch(byTest, puppet.operatorId);
    expect(await whyNot(ada, puppet)).toBeNull();
  });

  it.each([
    ['a role that may do more', (id: string) => world.service.changeRole(by(ada), id, 'finance')],
    [
      'a door that was shut',
      async (id: string) => {
        await world.service.disable(by(bola), id);
        await world.service.enable(by(ada), id);
      },
    ],
  ])('are one for a while after one has given the other %s', async (_what, give) => {
    const person = await world.join(`Raised ${String.fromCodePoint(97 + guests++)}`, 'viewer');
    expect(await whyNot(ada, person)).toBeNull();
    await give(person.operatorId);
    expect(await whyNot(ada, person)).toBe('LET_IN');
    expect(await whyNot(bola, person)).toBe('NEW_OPERATOR');
  });

  it('stay two after a role that may do less, and after being shut out', async () => {
    const person = await world.join('Lowered', 'administrator');
    await world.service.changeRole(by(ada), person.operatorId, 'finance');
    await world.service.disable(by(ada), person.operatorId);
    expect(await whyNot(ada, person)).toBeNull();
  });

  it('are one after a reset of the second factor, and not even that before it is set again', async () => {
    const person = await world.join('Phoneless', 'finance');
    await world.service.resetSecondFactor(by(ada), person.operatorId);
    expect(await whyNot(bola, person)).toBe('NEW_OPERATOR');
    await aDayLater(person);
    expect(await whyNot(bola, person)).toBe('NEW_OPERATOR');
    expect(await whyNot(ada, person)).toBe('LET_IN');
  });

  it('do not confirm a decision, or a journal, when they are one', async () => {
    const puppet = await guestOf(by(ada));
    await aDayLater(puppet);
    const step = {
      ...{ stepId: 'two-people', event: 'OPENED' },
      case: {
        ...{ kind: 'PAYOUT', subject: 'stl_x', workflowId: 'payout/x', update: 'resolve' },
        ...{ reason: 'HELD: NAME_CHANGED', decisions: ['release'], page: {} },
      },
    };
    const [opened] = await database.query<{ case_number: string }>(
      'select case_number from take_case_step($1)',
      [JSON.stringify(step)],
    );
    const number = BigInt(opened?.case_number ?? 0);
    const shownHash = '1'.repeat(32);
    const wish = { decision: 'release', operator: ada.name, operatorId: ada.operatorId };
    const asked = { ...wish, reason: 'mine', input: null, shown: [], shownHash };
    await cases.propose(number, asked, [], 'API');
    const confirm = async (who: Person) =>
      (await cases.confirm(number, { ...who, door: 'API' }, shownHash)).outcome;
    expect(await confirm(puppet)).toBe('LET_IN');
    expect(await confirm(bola)).toBe('CONFIRMED');
    const [journal] = await database.query<{ why: string }>(
      'select outcome as why from post_proposed_journal($1, $2)',
      [JSON.stringify(by(puppet)), 'jnp_none'],
    );
    expect(journal?.why).toBe('UNKNOWN');
  });
});

describe('names of operators', () => {
  it.each(['Ada', 'ADA', 'Adä', 'A-da', 'Ạda', 'A.d.a'])(
    '“%s” looks like one that is there',
    async (name) => {
      const invite = world.service.addMachine(byTest, name, 'viewer');
      await expect(invite).rejects.toMatchObject({ reason: 'DECISION_REFUSED' });
    },
  );

  it.each(['Bo1a', 'Boia', 'B0la', 'BOIA'])('“%s” looks like Bola', async (name) => {
    const invite = world.service.invite(byTest, { name, role: 'viewer' });
    await expect(invite).rejects.toMatchObject({ reason: 'DECISION_REFUSED' });
  });

  it.each([
    'Аda',
    'Αda',
    'Ada  Obi',
    'Ada\u200bObi',
    'Ada\nObi',
    '\u202eAda',
    'Ada ',
    'ɑda',
    '阿达',
  ])('“%s” is no name', async (name) => {
    const invite = world.service.invite(byTest, { name, role: 'viewer' });
    await expect(invite).rejects.toMatchObject({ reason: 'VALIDATION_FAILED' });
  });

  it('may have the letters of Nigeria', async () => {
    for (const name of ['Ọláwálé Ọbí', 'Ɗanjuma Ƙasim', 'Ebere-Ŋgozi O’'.replace('’', "'")]) {
      await expect(world.service.addMachine(byTest, name, 'viewer')).resolves.toMatch(/^opr_/);
    }
  });
});
