import type pg from 'pg';
import type { StalledCharge } from './searches.js';
import type { CardOutcome } from '../../domain/card-rail.port.js';
import { query } from '../../platform/database/database.js';
import { type FactCheckoutColumns, toFactCheckout } from '../../platform/temporal/fact-checkout.js';

const findStalled = {
  name: 'find_stalled_charges',
  text: 'select * from find_stalled_charges()',
};
const noteAnswer = {
  name: 'note_charge_answer',
  text: `update finding set detail = detail || jsonb_build_object('answer', $2::text)
          where kind = 'CHARGE_STALLED' and subject = $1`,
};

interface StalledRow extends FactCheckoutColumns {
  attempt_id: string;
  provider: string;
  action: string;
  was_absent: boolean;
}

export class PgStalledCharges {
  constructor(private readonly pool: pg.Pool) {}

  /** Returns the stalled charges to ask about now. Each is returned at most every quarter of an hour. */
  async stalled(): Promise<readonly StalledCharge[]> {
    const rows = await query<StalledRow>(this.pool, findStalled, []);
    return rows.flatMap((row) => {
      const checkout = toFactCheckout(row);
      if (checkout === null) return [];
      const { attempt_id: attemptId, provider, action, was_absent: wasAbsent } = row;
      return [{ attemptId, provider, action, checkout, wasAbsent }];
    });
  }

  /** Stores the acquirer's answer for the next time. */
  async answered(attemptId: string, outcome: CardOutcome): Promise<void> {
    await query(this.pool, noteAnswer, [attemptId, outcome]);
  }
}
