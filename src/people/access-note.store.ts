import type pg from 'pg';
import type { Actor } from '../domain/actor.js';
import { query } from '../platform/database/database.js';
import { call } from '../platform/database/sql-call.js';

/** What somebody has read or taken away: nothing has changed, and the merchant wants to know it all the same. */
export interface AccessNote {
  /** `noun.verb`, such as `file.export` and `account.read`. */
  readonly action: string;
  readonly subjectKind: string;
  readonly subject: string;
  /** Nothing secret, and nothing of a payer. */
  readonly facts: Readonly<Record<string, unknown>>;
}

const record = call('record_audit');

/** Takes down in the audit what a merchant's people have read and exported. */
export class PgAccessNotes {
  constructor(private readonly pool: pg.Pool) {}

  async note(by: Actor, merchantId: string, note: AccessNote): Promise<void> {
    const { action, subjectKind, subject, facts: after } = note;
    const entry = { by, action, subjectKind, subject, merchantId, before: null, after };
    await query(this.pool, record(entry));
  }
}
