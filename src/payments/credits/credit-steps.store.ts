import type pg from 'pg';
import type {
  CreditDecision,
  CreditResolution,
  CreditSteps,
  HeldCredit,
} from './credit-steps.port.js';
import { queryOne } from '../../platform/database/database.js';
import { call, callNamed } from '../../platform/database/sql-call.js';
import { isOutage } from '../../platform/database/outage.js';

const resolveHeldCredit = call('resolve_held_credit').as<HeldRow>();

const bookStatic = callNamed('book_static_credits', 'booked').as<{ booked: boolean }>();

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

    const row = await queryOne(this.pool, resolveHeldCredit({ creditId, by: given.by, decision }));
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
    return (await queryOne(this.pool, bookStatic({ creditId, alone: isAlone }))).booked;
  }
}
