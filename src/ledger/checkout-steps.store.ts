import type pg from 'pg';
import type { CheckoutStatus } from '../domain/checkout-state.js';
import type {
  CheckoutSteps,
  CreditResult,
  EndingResult,
  StepResult,
} from '../domain/ports/checkout-steps.port.js';
import type { CreditOutcome } from '../domain/ports/checkout-store.port.js';
import { query, queryOne, type Statement } from '../persistence/database.js';
import { CreditBatcher } from './credit-batcher.js';

const applyCredits = { name: 'apply_credits', text: 'select * from apply_credits($1)' };
const endWindow = { name: 'end_account_window', text: 'select * from end_account_window($1, $2)' };
const expireCheckout = { name: 'expire_checkout', text: 'select * from expire_checkout($1, $2)' };
const cancelCheckout = { name: 'cancel_checkout', text: 'select * from cancel_checkout($1, $2)' };

interface StepRow {
  status: CheckoutStatus;
  version: number;
}

interface EndingRow extends StepRow {
  open_until: Date | null;
}

interface CreditRow extends StepRow {
  credit_id: string;
  outcome: CreditOutcome;
}

export class PgCheckoutSteps implements CheckoutSteps {
  private readonly batcher = new CreditBatcher((creditIds) => this.applyCredits(creditIds));

  constructor(private readonly pool: pg.Pool) {}

  applyCredit(creditId: string): Promise<CreditResult> {
    return this.batcher.add(creditId);
  }

  endAccountWindow(virtualAccountId: string, at: Date): Promise<EndingResult> {
    return this.end(endWindow, [virtualAccountId, at]);
  }

  expireCheckout(checkoutId: string, at: Date): Promise<EndingResult> {
    return this.end(expireCheckout, [checkoutId, at]);
  }

  async cancelCheckout(
    checkoutId: string,
    statusReason: 'MERCHANT_CANCELLED' | 'OPERATOR_CANCELLED',
  ): Promise<StepResult> {
    const values = [checkoutId, statusReason];
    const { status, version } = await queryOne<StepRow>(this.pool, cancelCheckout, values);
    return { status, version };
  }

  private async applyCredits(creditIds: readonly string[]): Promise<readonly CreditResult[]> {
    const rows = await query<CreditRow>(this.pool, applyCredits, [creditIds]);
    return rows.map((row) => ({
      creditId: row.credit_id,
      outcome: row.outcome,
      status: row.status,
      version: row.version,
    }));
  }

  private async end(statement: Statement, values: readonly unknown[]): Promise<EndingResult> {
    const row = await queryOne<EndingRow>(this.pool, statement, values);
    return { status: row.status, version: row.version, openUntil: row.open_until };
  }
}
