import type pg from 'pg';
import type { ContactFacts } from '../../pages/mails/contact-stories.js';
import { query, queryOne } from '../../platform/database/database.js';

const findFacts = { name: 'contact_facts', text: 'select contact_facts($1) as facts' };
const writeSummaries = { name: 'write_summaries', text: 'select write_summaries($1)' };

/** Reads the facts for messages to merchants' contacts from the tables of several parts of the program. */
export class PgContactFacts {
  constructor(private readonly pool: pg.Pool) {}

  /** Returns the present facts of a message. Undefined when they no longer hold. */
  async find(messageId: string): Promise<ContactFacts | undefined> {
    const row = await queryOne<{ facts: ContactFacts | null }>(this.pool, findFacts, [messageId]);
    return row.facts ?? undefined;
  }

  /** Writes the summaries of the Lagos days that are over by `now`, each once. */
  async writeSummaries(now: Date): Promise<void> {
    await query(this.pool, writeSummaries, [now]);
  }
}
