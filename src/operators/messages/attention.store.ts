import type pg from 'pg';
import { query, queryOne } from '../../platform/database/database.js';

const setOperators = { name: 'set_notified_operators', text: 'select set_notified_operators($1)' };
const tell = { name: 'notify_operators', text: 'select notify_operators()' };
const findFacts = { name: 'attention_facts', text: 'select attention_facts($1) as facts' };

const noteSilent = { name: 'note_silent_provider', text: 'select note_silent_provider($1, $2)' };
const noteAnswers = {
  name: 'note_provider_answers',
  text: 'delete from silent_provider where provider = $1',
};

/** Things of one kind that wait for a person. */
export interface Waiting {
  readonly kind: string;
  readonly count: number;
  /** RFC 3339. */
  readonly since: string;
  /** At most three ids of the things that wait. */
  readonly subjects: readonly string[];
}

/** Writes the e-mails to operators, and reads their facts. */
export class PgAttentionStore {
  constructor(private readonly pool: pg.Pool) {}

  /** Sets the addresses that operators' messages go to. */
  async setOperators(emails: readonly string[]): Promise<void> {
    await query(this.pool, setOperators, [emails]);
  }

  /** Writes messages about things that operators were not told of yet. */
  async tell(): Promise<void> {
    await query(this.pool, tell, []);
  }

  /** Records that a bank or an acquirer does not answer (src/providers/rail-silence.ts). */
  async silent(provider: string, since: Date): Promise<void> {
    await query(this.pool, noteSilent, [provider, since]);
  }

  /** Notes that the provider answers again. */
  async answers(provider: string): Promise<void> {
    await query(this.pool, noteAnswers, [provider]);
  }

  /** Returns the facts of a message by its cause; undefined when nothing waits any more. */
  async find(cause: string): Promise<readonly Waiting[] | undefined> {
    const row = await queryOne<{ facts: Waiting[] | null }>(this.pool, findFacts, [cause]);
    return row.facts ?? undefined;
  }
}
