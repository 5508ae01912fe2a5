import type pg from 'pg';
import type { Actor } from '../domain/actor.js';
import { query } from '../platform/database/database.js';
import { call } from '../platform/database/sql-call.js';

/** Something that a person has read or downloaded. Nothing has changed, but the merchant wants to know about it. */
export interface AccessNote {
  /** `noun.verb`, such as `file.export` and `account.read`. */
  readonly action: string;
  readonly subjectKind: string;
  readonly subject: string;
  /** The details hold nothing secret, and nothing about a payer. */
  readonly facts: Readonly<Record<string, unknown>>;
}

const record = call('record_audit');

/** Writes into the audit what a merchant's people have read and exported. */
export class PgAccessNotes {
  constructor(private readonly pool: pg.Pool) {}

  async note(by: Actor, merchantId: string, note: AccessNote): Promise<void> {
    const { action, subjectKind, subject, facts: after } = note;
    const entry = { by, action, subjectKind, subject, merchantId, before: null, after };
    await query(this.pool, record(entry));
  }
}
