import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import type { Actor } from '../../src/domain/actor.js';
import { memberActor } from '../../src/people/member-actor.js';
import { PgMembers } from '../../src/people/member.store.js';
import { PgPasskeys } from '../../src/people/passkey.store.js';
import { PgPersons } from '../../src/people/person.store.js';
import { Team } from '../../src/people/team.js';
import { keySetOf } from '../../src/platform/config/key-set.js';
import { newId } from '../../src/platform/database/new-id.js';
import { createSecretSeal } from '../../src/platform/keys/secret-seal.js';
import { patientPool } from './patient-pool.js';
import { createDatabase, type TestDatabase } from './stack.js';

/** One of a merchant's people, and the person as the one who does something. */
export interface SomebodyOfMerchant {
  readonly personId: string;
  readonly email: string;
  readonly by: Actor;
}

/** A merchant's people on a database, without any page. */
export class MerchantPeople implements AsyncDisposable {
  readonly merchantId = newId('mch');
  readonly persons: PgPersons;
  readonly passkeys: PgPasskeys;
  readonly team: Team;

  private constructor(
    readonly database: TestDatabase,
    readonly pool: pg.Pool,
  ) {
    const key = Buffer.from(inject('stack').env.MANILLA_SEAL_KEY, 'base64url');
    const seal = createSecretSeal(keySetOf('seal', [key]), 'link');
    this.persons = new PgPersons(pool, 'MERCHANT');
    this.passkeys = new PgPasskeys(pool);
    this.team = new Team(new PgMembers(pool), seal, 'https://portal.example.ng', true);
  }

  static async open(): Promise<MerchantPeople> {
    const database = await createDatabase();
    const pool = patientPool(database.appUrl, { max: 4, applicationName: 'test' });
    const people = new MerchantPeople(database, pool);
    await pool.query(
      `select create_merchant($1, 'Shop', 'SHOP', '{}', '{"kind": "COMMAND", "actor": "t", "door": "COMMAND"}')`,
      [people.merchantId],
    );
    return people;
  }

  /** Somebody who has signed up, or who was only invited. */
  async add(role: string, { signedUp = true } = {}): Promise<SomebodyOfMerchant> {
    const personId = newId('psn');
    const [name, email] = ['Bisi', `${personId.toLowerCase()}@shop.example`];
    await this.pool.query(
      `insert into person (person_id, realm, merchant_id, name, email, role, password_hash, second_factor_sealed)
         values ($1, 'MERCHANT', $2, $3, $4, $5, $6, $7)`,
      [
        ...[personId, this.merchantId, name, email, role],
        ...(signedUp ? ['hash', Buffer.of(1)] : [null, null]),
      ],
    );
    return { personId, email, by: memberActor({ name, personId }, '127.0.0.1') };
  }

  session({ personId, by }: SomebodyOfMerchant, lastsMs = 60_000): Promise<string | undefined> {
    return this.persons.openSession(by, {
      ...{ personId, sessionHash: randomBytes(32), way: 'PASSWORD' as const },
      ...{ address: '127.0.0.1', agent: null, freshUntil: null },
      expiresAt: new Date(Date.now() + lastsMs),
    });
  }

  passkey({ personId, by }: SomebodyOfMerchant): Promise<boolean> {
    const [credentialId, publicKey] = [newId('pky'), randomBytes(8)];
    return this.passkeys.add(by, { personId, credentialId, publicKey, counter: 0, label: 'Phone' });
  }

  /** A link for the person, of the oldest session if there is one; returns what it is known by. */
  async link(
    { personId }: SomebodyOfMerchant,
    kind: 'SIGN_UP' | 'ENROL' | 'APP',
    { from = '0 seconds', until = '1 minute' } = {},
  ): Promise<Buffer> {
    const linkHash = randomBytes(32);
    await this.pool.query(
      `insert into person_invitation (invitation_id, person_id, kind, link_hash, second_factor_sealed, usable_from, expires_at, session_id)
         values (new_id('inv_'), $1, $2, $3, '\\x02', now() + $4::interval, now() + $5::interval,
                 (select session_id from person_session where person_id = $1 order by created_at limit 1))`,
      [personId, kind, linkHash, from, until],
    );
    return linkHash;
  }

  take({ by }: SomebodyOfMerchant, linkHash: Buffer): Promise<boolean> {
    return this.persons.takeInvitation(by, linkHash, {
      ...{ passwordHash: 'new hash', step: 1, recoveryHashes: [randomBytes(32)] },
    });
  }

  /** How many sessions, passkeys, recovery codes and unused links the person has. */
  async has({ personId }: SomebodyOfMerchant): Promise<Record<string, number>> {
    const { rows } = await this.pool.query(
      `select (select count(*)::int from person_session where person_id = $1) as sessions,
              (select count(*)::int from person_passkey where person_id = $1) as passkeys,
              (select count(*)::int from person_recovery_code where person_id = $1) as codes,
              (select count(*)::int from person_invitation where person_id = $1 and used_at is null) as links`,
      [personId],
    );
    return rows[0];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.pool.end();
    await this.database.drop();
  }
}
