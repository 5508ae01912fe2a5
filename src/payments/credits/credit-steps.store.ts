import type pg from 'pg';
import type {
  CreditDecision,
  CreditResolution,
  CreditSteps,
  HeldCredit,
} from './credit-steps.port.js';
import { queryOne } from '../../platform/database/database.js';
import { isOutage } from '../../platform/database/outage.js';

const resolveHeldCredit = {
  name: 'resolve_held_credit',
  text: 'select * from resolve_held_credit($1, $2, $3)',
};

const bookStatic = {
  name: 'book_static_credits',
  text: 'select book_static_credits($1, $2) as booked',
};

interface HeldRow {
  outcome: HeldCredit['outcome'];
  resolution: CreditResolution;
  amount_minor: bigint;
  return_at: Date | null;
  has_merchant: boolean;
  called_off: boolean;
}

export class PgCreditSteps implements CreditSteps {
  constructor(private readonly pool: pg.Pool) {}

  async resolve(
    creditId: string,
    given: { by: 'POLICY' } | { by: 'OPERATOR' | 'CLOCK'; decision: CreditDecision },
  ): Promise<HeldCredit> {
    const decision = given.by === 'POLICY' ? null : given.decision;
    const values = [creditId, given.by, decision];
    const row = await queryOne<HeldRow>(this.pool, resolveHeldCredit, values);
    return {
      creditId,
      outcome: row.outcome,
      resolution: row.resolution,
      amountMinor: row.amount_minor,
      returnAt: row.return_at,
      hasMerchant: row.has_merchant,
      isCalledOff: row.called_off,
    };
  }

  async bookStatic(creditId: string): Promise<boolean> {
    try {
      return await this.book(creditId, false);
    } catch (error) {
      if (isOutage(error)) throw error;
      // Another of them may be at fault.
      return this.book(creditId, true);
    }
  }

  private async book(creditId: string, isAlone: boolean): Promise<boolean> {
    const values = [creditId, isAlone];
    return (await queryOne<{ booked: boolean }>(this.pool, bookStatic, values)).booked;
  }
}
