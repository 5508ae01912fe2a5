import type pg from 'pg';
import type { ChargeToAsk, StalledCharge } from './searches.js';
import type { CardOutcome } from '../../domain/card-rail.port.js';
import { query } from '../../platform/database/database.js';
import { call } from '../../platform/database/sql-call.js';
import { type FactCheckoutColumns, toFactCheckout } from '../../platform/temporal/fact-checkout.js';

const findStalled = {
  name: 'find_stalled_charges',
  text: 'select * from find_stalled_charges()',
};
const takeEnded = {
  name: 'take_ended_charge',
  text: 'select * from take_ended_charge()',
};
const askedAgain = call('charge_asked_again');
const noteAnswer = {
  name: 'note_charge_answer',
  text: `update finding set detail = detail || jsonb_build_object('answer', $2::text)
          where kind = 'CHARGE_STALLED' and subject = $1`,
};

interface ChargeRow extends FactCheckoutColumns {
  attempt_id: string;
  provider: string;
}

interface StalledRow extends ChargeRow {
  action: string;
  was_absent: boolean;
}

export class PgStalledCharges {
  constructor(private readonly pool: pg.Pool) {}

  /** Returns the stalled charges to ask about now. Each is returned at most every quarter of an hour. */
  async stalled(): Promise<readonly StalledCharge[]> {
    const rows = await query<StalledRow>(this.pool, findStalled, []);
    return rows.flatMap((row) => {
      const charge = toCharge(row);
      if (charge === null) return [];
      const { action, was_absent: wasAbsent } = row;
      return [{ ...charge, action, wasAbsent }];
    });
  }

  /** Stores the acquirer's answer for the next time. */
  async answered(attemptId: string, outcome: CardOutcome): Promise<void> {
    await query(this.pool, noteAnswer, [attemptId, outcome]);
  }

  /**
   * Takes a charge that ended without the acquirer's word and is to be asked about by now; null when there is none.
   * `askedAgain` says when it is asked about next. Without that, it is taken again in a quarter of an hour.
   */
  async takeEnded(): Promise<ChargeToAsk | null> {
    const [row] = await query<ChargeRow>(this.pool, takeEnded, []);
    return row === undefined ? null : toCharge(row);
  }

  async askedAgain(attemptId: string): Promise<void> {
    await query(this.pool, askedAgain({ attemptId }));
  }
}

function toCharge(row: ChargeRow): ChargeToAsk | null {
  const checkout = toFactCheckout(row);
  return checkout === null ? null : { attemptId: row.attempt_id, provider: row.provider, checkout };
}
