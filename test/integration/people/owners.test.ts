import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Actor } from '../../../src/domain/actor.js';
import { memberActor } from '../../../src/people/member-actor.js';
import { PgMembers } from '../../../src/people/member.store.js';
import { PgPersons } from '../../../src/people/person.store.js';
import { hashOf } from '../../../src/people/session-secret.js';
import { Team } from '../../../src/people/team.js';
import { keySetOf } from '../../../src/platform/config/key-set.js';
import { createSecretSeal } from '../../../src/platform/keys/secret-seal.js';
import { newId } from '../../../src/platform/database/new-id.js';
import { PgErrands } from '../../../src/operators/errands/errand.store.js';
import { ErrandsService } from '../../../src/operators/errands/errands.service.js';
import { byTest, plantPeople } from '../../support/operators.js';
import { patientPool } from '../../support/patient-pool.js';
import { createDatabase, type TestDatabase } from '../../support/stack.js';

/** How a merchant's first owner begins, and how a sole owner comes back who has lost everything. */
let database: TestDatabase;
let pool: pg.Pool;
let team: Team;
let persons: PgPersons;
let merchantId: string;
const operator: Actor = {
  ...{ kind: 'OPERATOR', actor: 'Ada', operatorId: 'opr_1', door: 'DESK' },
  ...{ reason: 'asked by telephone', partner: null, address: '127.0.0.1' },
};

beforeAll(async () => {
  database = await createDatabase();
  pool = patientPool(database.appUrl, { max: 4, applicationName: 'test' });
  const keySet = keySetOf('seal', [Buffer.from(inject('stack').env.MANILLA_SEAL_KEY, 'base64url')]);
  team = new Team(
    new PgMembers(pool),
    createSecretSeal(keySet, 'link'),
    'https://portal.example.ng',
    false,
  );
  persons = new PgPersons(pool, 'MERCHANT');
  await pool.query(`insert into message_channel (channel, sender) values ('EMAIL', 'log')`);
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});
beforeEach(async () => {
  merchantId = newId('mch');
  const contacts = Object.fromEntries(
    ['BUSINESS', 'TECHNICAL', 'SETTLEMENT'].map((kind) => [
      kind,
      { name: kind, email: `${kind.toLowerCase()}@shop.example`, phoneNumber: '08031234567' },
    ]),
  );
  await pool.query('select create_merchant($1, $2, $2, $3, $4)', [
    ...[merchantId, `Shop ${merchantId}`, JSON.stringify(contacts), JSON.stringify(byTest)],
  ]);
});

const sentMessages = async (kind: string) =>
  (
    await database.query<{ recipient: string }>(
      'select distinct recipient from message where merchant_id = $1 and kind = $2 order by recipient',
      [merchantId, kind],
    )
  ).map(({ recipient }) => recipient);

/** The owner as if the link had been used. */
async function signedUp(email = 'business@shop.example'): Promise<string> {
  const { personId } = await team.inviteOwner(operator, { merchantId, name: 'Ngozi', email });
  await database.query(
    `update person set password_hash = 'hash', second_factor_sealed = '\\x01' where person_id = $1`,
    [personId],
  );
  await database.query('delete from message where merchant_id = $1', [merchantId]);
  return personId;
}

const sessionOf = (personId: string, secret: string) => ({
  ...{ personId, sessionHash: hashOf(secret), way: 'PASSWORD' as const, address: '127.0.0.1' },
  ...{ agent: null, freshUntil: null, expiresAt: new Date(Date.now() + 60_000) },
});

describe('an operator', () => {
  it('invites the first owner to the address of a contact; the link goes by mail, and contacts are told', async () => {
    const wanted = { merchantId, name: 'Ngozi' };
    await expect(
      team.inviteOwner(operator, { ...wanted, email: 'friend@operator.example' }),
    ).rejects.toMatchObject({ reason: 'DECISION_REFUSED', message: /contacts/ });
    const invited = await team.inviteOwner(operator, { ...wanted, email: 'Business@shop.example' });
    expect(invited.link).toBeNull();
    expect(await sentMessages('INVITATION')).toEqual(['PERSON']);
    expect(await sentMessages('PEOPLE_CHANGED')).toEqual(['BUSINESS']);
    const [link] = await database.query<{ sealed: Buffer | null }>(
      'select link_sealed as sealed from person_invitation where person_id = $1',
      [invited.personId],
    );
    expect(link?.sealed).toBeInstanceOf(Buffer);
  });

  it('invites nobody for a day at an address that took the place of a contact’s, once the merchant has begun', async () => {
    const changeContact = (email: string) =>
      pool.query('select change_merchant($1, $2, $3, $4, $5)', [
        ...[merchantId, 'merchant.change', '{}'],
        JSON.stringify({ BUSINESS: { name: 'Eve', email, phoneNumber: '08031234567' } }),
        JSON.stringify(byTest),
      ]);
    const invite = (email: string) =>
      team.inviteOwner(operator, { merchantId, name: 'Eve', email });
    const begin = (status: string) =>
      database.query('update merchant set status = $2 where merchant_id = $1', [
        merchantId,
        status,
      ]);
    await begin('PENDING');
    await changeContact('onboarded@shop.example');
    await expect(invite('onboarded@shop.example')).resolves.toBeDefined();
    await begin('ACTIVE');
    await changeContact('Eve@Operator.example');
    const refusal = { reason: 'DECISION_REFUSED', message: /less than a day ago/ };
    await expect(invite('eve@operator.example')).rejects.toMatchObject(refusal);
    // A contact who was there before may be invited all the while.
    await expect(invite('technical@shop.example')).resolves.toBeDefined();
    const replaced = (ago: string) =>
      database.query(
        'update former_contact set replaced_at = now() - $2::interval where merchant_id = $1',
        [...[merchantId, ago]],
      );
    await replaced('23 hours 59 minutes');
    await expect(invite('eve@operator.example')).rejects.toMatchObject(refusal);
    await replaced('24 hours');
    await expect(invite('eve@operator.example')).resolves.toBeDefined();
  });

  it('invites nobody more once an owner has signed up', async () => {
    await signedUp();
    await expect(
      team.inviteOwner(operator, { merchantId, name: 'Eve', email: 'technical@shop.example' }),
    ).rejects.toMatchObject({ reason: 'DECISION_REFUSED', message: /has an owner/ });
  });
});

describe('a sole owner who has lost everything', () => {
  const linkOf = async (personId: string) => {
    const [row] = await database.query<{ waits: number; hash: Buffer }>(
      `select extract(epoch from usable_from - now())::integer as waits, link_hash as hash
         from person_invitation where person_id = $1 and used_at is null`,
      [personId],
    );
    return row;
  };

  it('gets a link that works after a day, and everybody is told at once', async () => {
    const personId = await signedUp();
    await team.giveBack(operator, merchantId, personId);
    const link = await linkOf(personId);
    expect(link?.waits).toBeGreaterThan(86_000);
    expect(
      await persons.openInvitation(link?.hash ?? Buffer.alloc(0), Buffer.from([1])),
    ).toBeUndefined();
    const set = { passwordHash: 'n', step: 1, recoveryHashes: [] };
    expect(await persons.takeInvitation(byTest, link?.hash ?? Buffer.alloc(0), set)).toBe(false);
    expect(await sentMessages('PEOPLE_CHANGED')).toEqual([
      'BUSINESS',
      'PERSON',
      'SETTLEMENT',
      'TECHNICAL',
    ]);
    const [mail] = await database.query<{ later: boolean }>(
      `select due_at > now() + interval '23 hours' as later from message where merchant_id = $1 and kind = 'INVITATION'`,
      [merchantId],
    );
    expect(mail).toEqual({ later: true });
    await database.query(
      `update person_invitation set usable_from = now() - interval '1 second' where person_id = $1`,
      [personId],
    );
    expect(await persons.takeInvitation(byTest, link?.hash ?? Buffer.alloc(0), set)).toBe(true);
  });

  it('gets it by the confirmation of two operators itself, or the errand waits on', async () => {
    const { Ada, Bola } = await plantPeople(pool, 'Ada', 'Bola');
    const by = ({ name, operatorId }: typeof Ada) => ({ ...operator, actor: name, operatorId });
    const store = new PgErrands(pool);
    const errands = new ErrandsService(store, { OWNER: (personId) => team.linkFor(personId) });
    const personId = await signedUp();
    const second = newId('psn');
    await database.query(
      `insert into person (person_id, realm, merchant_id, name, email, role, password_hash)
         values ($1, 'MERCHANT', $2, 'Bisi', 'bisi@other.example', 'owner', 'hash')`,
      [second, merchantId],
    );
    const wish = { kind: 'OWNER' as const, subject: personId, merchantId, wish: {} };
    await errands.propose(by(Ada), { ...wish, says: 'Give the owner a new way in' });
    const errandId = (await errands.waiting())[0]?.errandId ?? '';
    await expect(errands.confirm(errandId, by(Bola))).rejects.toMatchObject({
      reason: 'DECISION_REFUSED',
    });
    expect((await linkOf(personId))?.waits).toBeLessThan(1);
    expect((await errands.waiting()).length).toBe(1);
    await database.query(`update person set role = 'admin' where person_id = $1`, [second]);
    await errands.confirm(errandId, by(Bola));
    expect((await linkOf(personId))?.waits).toBeGreaterThan(86_000);
    expect((await errands.lately())[0]).toMatchObject({
      errandId,
      status: 'DONE',
      partner: 'Bola',
    });
  });

  it('and signs in meanwhile ends it', async () => {
    const personId = await signedUp();
    await team.giveBack(operator, merchantId, personId);
    await persons.openSession(
      memberActor({ name: 'Ngozi', personId }, '127.0.0.1'),
      sessionOf(personId, `in ${personId}`),
    );
    expect(await linkOf(personId)).toBeUndefined();
  });

  it('is helped by another owner where there is one, and nobody else of the merchant is meant', async () => {
    const personId = await signedUp();
    const second = newId('psn');
    await database.query(
      `insert into person (person_id, realm, merchant_id, name, email, role, password_hash)
         values ($1, 'MERCHANT', $2, 'Bisi', 'bisi@shop.example', 'owner', 'hash')`,
      [second, merchantId],
    );
    await expect(team.giveBack(operator, merchantId, personId)).rejects.toMatchObject({
      reason: 'DECISION_REFUSED',
    });
    await database.query(`update person set role = 'admin' where person_id = $1`, [second]);
    await expect(team.giveBack(operator, merchantId, second)).rejects.toMatchObject({
      reason: 'RESOURCE_NOT_FOUND',
    });
    await expect(team.giveBack(operator, newId('mch'), personId)).rejects.toMatchObject({
      reason: 'RESOURCE_NOT_FOUND',
    });
  });
});
