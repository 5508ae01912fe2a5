import type pg from 'pg';
import type { Actor } from '../domain/actor.js';
import { fieldsOf, type RowOf } from '../platform/database/columns.js';
import { type GivenStatement, query, queryOne } from '../platform/database/database.js';
import { newId } from '../platform/database/new-id.js';
import { call, callNamed } from '../platform/database/sql-call.js';

/** A passkey as its person sees it. */
export interface ListedPasskey {
  readonly passkeyId: string;
  readonly label: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** The facts by which a signature is judged. */
export interface KnownPasskey {
  readonly passkeyId: string;
  readonly personId: string;
  readonly name: string;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: bigint;
}

export interface NewPasskey {
  readonly personId: string;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly label: string;
}

const list = {
  name: 'list_passkeys',
  text: `select passkey_id, label, created_at, last_used_at, credential_id from person_passkey
          where person_id = $1 order by created_at`,
};
// Finds passkeys of people who may sign in now.
const byCredential = {
  name: 'passkey_by_credential',
  text: `select k.passkey_id, k.person_id, p.name, k.credential_id, k.public_key, k.counter
           from person_passkey k join person p on p.person_id = k.person_id
          where k.credential_id = $1 and p.realm = 'MERCHANT' and p.disabled_at is null
            and p.password_hash is not null and p.second_factor_sealed is not null`,
};
const addChallenge = call('add_passkey_challenge');
const takeChallenge = callNamed('take_passkey_challenge', 'done');
const add = callNamed('add_passkey', 'done');
const end = callNamed('end_passkey', 'done');
const use = callNamed('use_passkey', 'done');

/** Passkeys of merchants' people, and what browsers are asked to sign with them. */
export class PgPasskeys {
  constructor(private readonly pool: pg.Pool) {}

  async list(personId: string): Promise<(ListedPasskey & { readonly credentialId: string })[]> {
    type Row = RowOf<ListedPasskey & { readonly credentialId: string }>;
    return (await query<Row>(this.pool, list, [personId])).map(fieldsOf);
  }

  async byCredential(credentialId: string): Promise<KnownPasskey | undefined> {
    const [row] = await query<RowOf<KnownPasskey>>(this.pool, byCredential, [credentialId]);
    return row && fieldsOf(row);
  }

  /** @param personId null: whoever signs in */
  async ask(challenge: string, personId: string | null, forMs: number): Promise<void> {
    await query(this.pool, addChallenge({ challenge, personId, for: forMs }));
  }

  /** False: no browser was asked to sign this, or it was signed before. */
  wasAsked(challenge: string, personId: string | null): Promise<boolean> {
    return this.#done(takeChallenge({ challenge, personId }));
  }

  /** False: the passkey is known already, or the person has as many as there may be. */
  add(by: Actor, { publicKey, ...passkey }: NewPasskey): Promise<boolean> {
    const kept = { ...passkey, passkeyId: newId('pky'), publicKey: publicKey.toString('hex') };
    return this.#done(add({ by, passkey: kept }));
  }

  end(by: Actor, personId: string, passkeyId: string): Promise<boolean> {
    return this.#done(end({ by, personId, passkeyId }));
  }

  /** Notes a use of the passkey. False: the passkey counts no further than before, as a copy of it would. */
  use(passkeyId: string, counter: number): Promise<boolean> {
    return this.#done(use({ passkeyId, counter }));
  }

  async #done(statement: GivenStatement<{ done: boolean | null }>): Promise<boolean> {
    return (await queryOne(this.pool, statement)).done === true;
  }
}
