import type pg from 'pg';
import type {
  CreditDecision,
  CreditResolution,
  CreditSteps,
  HeldCredit,
} from '../domain/ports/credit-steps.port.js';
import { queryOne } from '../persistence/database.js';

const resolveHeldCredit = {
  name: 'resolve_held_credit',
  text: 'select * from resolve_held_credit($1, $2, $3)',
};

interface HeldRow {
  outcome: HeldCredit['outcome'];
  resolution: CreditResolution;
  amount_minor: bigint;
  return_at: Date | null;
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
    };
  }
}
