import type pg from 'pg';
import { webhookRules } from '../../domain/webhook-rules.js';
import type { Actor } from '../../domain/actor.js';
import {
  query,
  queryOne,
  queryOnePatiently,
  type GivenStatement,
} from '../../platform/database/database.js';
import { call, callNamed, callWithin } from '../../platform/database/sql-call.js';

const dayMs = 86_400_000;

/**
 * An event is kept for as long as a merchant may ask for it again, and one day longer, so that a replay that was asked
 * for at the last moment has begun by then.
 */
export const leastDaysKept = webhookRules.replayableMs / dayMs + 1;

/** The size of one kind of rows, and how many of them are old. */
export interface Standing {
  readonly what: 'events' | 'deliveries' | 'facts' | 'messages' | 'answers';
  /** The size in bytes, indexes included. */
  readonly bytes: string;
  /** The time of the oldest row, RFC 3339. Null when there is no row. */
  readonly since: string | null;
  readonly old: string;
  /** The reasons that keep old rows, and the number of rows for each reason. */
  readonly heldBy: Readonly<Record<string, number>>;
}

export interface Dropped {
  readonly events: number;
  readonly facts: number;
  readonly others: number;
}

export interface DropOptions {
  /** The time in milliseconds after which no further batch is begun. The next run goes on from there. */
  readonly forMs: number;
  /** The rows of a batch, which is a statement of its own. 250 by default. */
  readonly atOnce?: number;
}

interface BatchOf {
  readonly before: Date;
  readonly limit: number;
}

interface Batch<Position> {
  readonly dropped: number;
  readonly position: Position | null;
}

const dropEvents = call('drop_old_events').as<Batch<string>>();
const dropFacts = call('drop_old_facts').as<Batch<bigint>>();
const dropMessages = call('drop_old_messages').as<Batch<string>>();
const dropLeavings = callNamed('drop_old_leavings', 'dropped').as<{ dropped: number }>();
const report = callWithin(
  'retention_report',
  (called) => `
         select json_agg(json_build_object('what', what, 'bytes', bytes::text, 'since', rfc3339(since), 'old', old::text,
                                          'heldBy', held_by)) as standing
           from ${called}`,
).as<{ standing: readonly Standing[] }>();
const audit = {
  name: 'audit_retention',
  text: `select record_audit($1, 'retention.drop', 'database', current_database(), null, null, $2)`,
};
const longestReport = 20 * 60_000;

/**
 * Deletes old rows in small batches, so that no statement of a payment has to wait. Several processes may do so at
 * once.
 */
export class PgRetention {
  constructor(
    private readonly pool: pg.Pool,
    /** The days for which rows are kept, at least `leastDaysKept`. Null: all rows are kept. */
    private readonly daysKept: number | null,
  ) {
    if (daysKept !== null && daysKept < leastDaysKept) {
      throw new RangeError(`Events must be kept for at least ${leastDaysKept} days.`);
    }
  }

  async drop({ forMs, atOnce = 250 }: DropOptions): Promise<Dropped> {
    if (this.daysKept === null) return { events: 0, facts: 0, others: 0 };
    const until = performance.now() + forMs;
    const before = this.#before();
    const batches = { before, limit: atOnce, until };
    const events = await this.#run(dropEvents, '', batches);
    const facts = await this.#run(dropFacts, 0n, batches);
    const messages = await this.#run(dropMessages, '', batches);
    const leavings = await this.#runLeavings(batches);
    return { events, facts, others: messages + leavings };
  }

  /** Deletes all rows that are old and that nothing keeps, and records this in the audit. */
  async dropAll(by: Actor): Promise<Dropped> {
    const dropped = await this.drop({ forMs: Number.POSITIVE_INFINITY });
    await query(this.pool, audit, [JSON.stringify(by), JSON.stringify(dropped)]);
    return dropped;
  }

  /** Returns the sizes and counts of all kinds of rows. It reads all old rows once. */
  async standing(): Promise<readonly Standing[]> {
    const { standing } = await queryOnePatiently(
      this.pool,
      report({ before: this.#before() }),
      longestReport,
    );
    return standing;
  }

  async #run<Position>(
    drop: (batch: BatchOf & { readonly after: Position }) => GivenStatement<Batch<Position>>,
    first: Position,
    { until, ...batch }: BatchOf & { readonly until: number },
  ): Promise<number> {
    let dropped = 0;
    for (let after: Position | null = first; after !== null;) {
      const done: Batch<Position> = await queryOne(this.pool, drop({ ...batch, after }));
      dropped += done.dropped;
      after = performance.now() < until ? done.position : null;
    }
    return dropped;
  }

  async #runLeavings({ until, ...batch }: BatchOf & { readonly until: number }): Promise<number> {
    let total = 0;
    let dropped: number;
    do {
      ({ dropped } = await queryOne(this.pool, dropLeavings(batch)));
      total += dropped;
    } while (dropped >= batch.limit && performance.now() < until);
    return total;
  }

  #before(): Date {
    return new Date(this.daysKept === null ? 0 : Date.now() - this.daysKept * dayMs);
  }
}
