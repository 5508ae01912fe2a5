import type pg from 'pg';
import type { Actor } from '../domain/actor.js';
import { fieldsOf, type RowOf } from '../platform/database/columns.js';
import { query, queryOne } from '../platform/database/database.js';
import { call, callNamed } from '../platform/database/sql-call.js';
import { linkOf, type NewLink } from './new-link.js';

/** The person whose password a link sets. */
export interface Forgetful {
  readonly personId: string;
  readonly name: string;
  readonly email: string;
  readonly merchantName: string;
}

const realm = 'MERCHANT';
const give = callNamed('give_password_link', 'done');
const personOf = call('person_of_password_link').as<RowOf<Forgetful>>();
const reset = callNamed('reset_password', 'done');

/** Links by which merchants' people set a password that they have forgotten. */
export class PgForgottenPasswords {
  constructor(private readonly pool: pg.Pool) {}

  /** Gives a person a link. False: the person gets none. */
  async give(by: Actor, personId: string, link: NewLink): Promise<boolean> {
    const asked = give({ by, realm, personId, link: linkOf(link) });
    return (await queryOne(this.pool, asked)).done === true;
  }

  /** Undefined: the link was used, is over, or was never made. */
  async personOf(linkHash: Buffer): Promise<Forgetful | undefined> {
    const [row] = await query(this.pool, personOf({ realm, linkHash }));
    return row && fieldsOf(row);
  }

  /** False: the link may not be used any more. */
  async reset(by: Actor, linkHash: Buffer, newHash: string): Promise<boolean> {
    return (await queryOne(this.pool, reset({ by, realm, linkHash, newHash }))).done === true;
  }
}
