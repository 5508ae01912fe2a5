import type pg from 'pg';
import type { ContactFacts } from '../../pages/mails/contact-stories.js';
import { query, queryOne } from '../../platform/database/database.js';

const findFacts = { name: 'contact_facts', text: 'select contact_facts($1) as facts' };
const writeSummaries = { name: 'write_summaries', text: 'select write_summaries($1)' };

/** Reads the facts of messages to merchants' contacts, across the rooms. */
export class PgContactFacts {
  constructor(private readonly pool: pg.Pool) {}

  /** Returns the facts of a message, as they stand now; undefined: they no longer hold. */
  async find(messageId: string): Promise<ContactFacts | undefined> {
    const row = await queryOne<{ facts: ContactFacts | null }>(this.pool, findFacts, [messageId]);
    return row.facts ?? undefined;
  }

  /** Writes the summaries of the days in Lagos that are over by this time, each once. */
  async writeSummaries(now: Date): Promise<void> {
    await query(this.pool, writeSummaries, [now]);
  }
}
