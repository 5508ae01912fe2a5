import type pg from 'pg';
import type { Fact, FactKind } from './fact.js';
import type { PartPaid } from '../../domain/part-paid.js';
import { query } from '../database/database.js';
import { type FactCheckoutColumns, toFactCheckout } from './fact-checkout.js';
import { call, callNamed } from '../database/sql-call.js';

const claimFacts = call('claim_facts').as<FactRow>();
const markSent = callNamed('mark_facts_sent', 'mark_facts_sent');
const markApplied = callNamed('mark_facts_applied', 'mark_facts_applied');

interface FactRow extends FactCheckoutColumns {
  fact_id: bigint;
  kind: FactKind;
  subject_id: string | null;
  deadline: Date | null;
  part: PartPaid | null;
  issued_id: bigint | null;
  issued_subject_id: string | null;
  issued_deadline: Date | null;
}

/** The inbox of facts. */
export class PgFactStore {
  constructor(private readonly pool: pg.Pool) {}

  /** Facts that are due and not applied; claiming one puts its next sending off (3 s doubling to 5 min). */
  async claimDue(limit: number): Promise<readonly Fact[]> {
    const rows = await query(this.pool, claimFacts({ limit }));
    return rows.map(toFact);
  }

  /**
   * Marks facts that Temporal has. They are next due only when the workflow should long have acted (INITIATED: a minute
   * after the session deadline; ACCOUNT_ISSUED: a minute after the window's; others: after 30 s, and twice as long for
   * each claim, up to 5 min).
   */
  async markSent(factIds: readonly string[]): Promise<void> {
    if (factIds.length > 0) await query(this.pool, markSent({ factIds }));
  }

  /** Marks facts as applied: the workflow has closed, and there is nothing left to send. */
  async markApplied(factIds: readonly string[]): Promise<void> {
    if (factIds.length > 0) await query(this.pool, markApplied({ factIds }));
  }
}

function toFact(row: FactRow): Fact {
  const known = toFactCheckout(row);
  const checkout = known === null || row.part === null ? known : { ...known, part: row.part };
  return {
    factId: String(row.fact_id),
    kind: row.kind,
    subjectId: row.subject_id,
    // the deadline of INITIATED is the session's own, which every fact carries
    deadline: row.kind === 'INITIATED' ? null : row.deadline,
    checkout,
    ...(row.issued_id !== null && {
      issued: {
        factId: String(row.issued_id),
        kind: 'ACCOUNT_ISSUED',
        subjectId: row.issued_subject_id,
        deadline: row.issued_deadline,
        checkout,
      },
    }),
  };
}
