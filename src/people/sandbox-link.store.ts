import type pg from 'pg';
import type { Actor } from '../domain/actor.js';
import { query } from '../platform/database/database.js';
import { newId } from '../platform/database/new-id.js';
import { call } from '../platform/database/sql-call.js';

const give = call('give_sandbox_link');
const take = call('take_sandbox_link').as<{ person_id: string; name: string }>();

/** The link by which the sandbox merchant's owner signs in. */
export class PgSandboxLinks {
  constructor(private readonly pool: pg.Pool) {}

  /** Gives the merchant's owner a link in place of the one before; the owner is made when there is none. */
  async give(by: Actor, merchantId: string, linkHash: Buffer): Promise<void> {
    await query(this.pool, give({ by, merchantId, personId: newId('psn'), linkHash }));
  }

  /** Uses the link; undefined: it was used, or is none. */
  async take(
    linkHash: Buffer,
  ): Promise<{ readonly personId: string; readonly name: string } | undefined> {
    const [row] = await query(this.pool, take({ linkHash }));
    return row && { personId: row.person_id, name: row.name };
  }
}
