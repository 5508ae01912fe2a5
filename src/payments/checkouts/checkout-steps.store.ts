import type pg from 'pg';
import type { CheckoutStatus } from '../../domain/checkout-state.js';
import type { CreditResult, EndingResult, StepResult } from './checkout-steps.js';
import type { PartPaid } from '../../domain/part-paid.js';
import type { CreditOutcome } from './checkout.js';
import type { DeliveryTaker } from '../../notify/delivery/notification-store.port.js';
import { query, queryOne, type GivenStatement } from '../../platform/database/database.js';
import { call, callNamed } from '../../platform/database/sql-call.js';
import { type DeliveryJson, fromJson } from '../../notify/delivery/delivery-row.js';
import { CreditBatcher, type LeftApart, type PostingTerms } from '../credits/credit-batcher.js';
import type { Id } from '../../domain/ids.js';

const applyCredits = call('apply_credits', {
  with: ['apart', 'lockWaitMs', 'taker'],
}).as<CreditRow>();
const lockedMerchants = callNamed('locked_merchants', 'merchant_id').as<{ merchant_id: string }>();
const endWindow = call('end_account_window').as<EndingRow>();
const expireCheckout = call('expire_checkout').as<EndingRow>();
const acceptPart = call('accept_part').as<StepRow>();
const cancelCheckout = call('cancel_checkout').as<StepRow>();

interface StepRow {
  status: CheckoutStatus;
  version: number;
}

interface EndingRow extends StepRow {
  open_until: Date | null;
}

interface CreditRow extends StepRow {
  credit_id: string;
  /** Null: the credit was left as it is. */
  outcome: CreditOutcome | null;
  merchant_id: string;
  /** On the first row: deliveries that were taken as they were written. */
  taken: DeliveryJson[] | null;
  part: PartPaid | null;
}

/**
 * The steps a workflow takes, each one SQL transaction that posts, changes the status, marks facts applied and writes
 * the events. Every step may be run again: a step that was done already answers with its result.
 */
export class PgCheckoutSteps {
  private readonly batcher = new CreditBatcher({
    post: (creditIds, terms) => this.applyCredits(creditIds, terms),
    lockedMerchants: (creditIds, apart) => this.lockedMerchants(creditIds, apart),
  });

  /** @param taker sends the events of a credit's posting, in this process */
  constructor(
    private readonly pool: pg.Pool,
    private readonly taker?: DeliveryTaker,
  ) {}

  /** Posts the credit where it belongs. Batched: many callers share one round trip. */
  applyCredit(creditId: string): Promise<CreditResult> {
    return this.batcher.add(creditId);
  }

  /** Ends an account's window; `at` is the workflow's clock. */
  endAccountWindow(virtualAccountId: Id<'va'>, at: Date): Promise<EndingResult> {
    return this.end(endWindow({ virtualAccountId, at }));
  }

  /** Ends the session at its deadline; a checkout with money on its way into the books stays PROCESSING. */
  expireCheckout(checkoutId: Id<'chk'>, at: Date): Promise<EndingResult> {
    return this.end(expireCheckout({ checkoutId, at }));
  }

  /**
   * Accepts the amount that a part-paid checkout has received as the whole payment; one that is not part-paid any more
   * stays as it is.
   */
  acceptPart(checkoutId: Id<'chk'>): Promise<StepResult> {
    return queryOne(this.pool, acceptPart({ checkoutId }));
  }

  async cancelCheckout(
    checkoutId: Id<'chk'>,
    statusReason: 'MERCHANT_CANCELLED' | 'OPERATOR_CANCELLED',
  ): Promise<StepResult> {
    const { status, version } = await queryOne(
      this.pool,
      cancelCheckout({ checkoutId, reason: statusReason }),
    );
    return { status, version };
  }

  private async applyCredits(
    creditIds: readonly string[],
    { apart, lockWaitMs }: PostingTerms,
  ): Promise<readonly (CreditResult | LeftApart)[]> {
    const askedAtMs = Date.now();
    const terms = this.taker?.terms() ?? null;

    const rows = await query(
      this.pool,
      applyCredits({ creditIds, apart, lockWaitMs, taker: terms }),
    );
    this.taker?.take((rows[0]?.taken ?? []).map(fromJson), askedAtMs);
    return rows.map(toResult);
  }

  private async lockedMerchants(
    creditIds: readonly string[],
    apart: readonly string[],
  ): Promise<readonly string[]> {
    const rows = await query(this.pool, lockedMerchants({ creditIds, apart }));
    return rows.map((row) => row.merchant_id);
  }

  private async end(statement: GivenStatement<EndingRow>): Promise<EndingResult> {
    const row = await queryOne(this.pool, statement);
    return { status: row.status, version: row.version, openUntil: row.open_until };
  }
}

function toResult(row: CreditRow): CreditResult | LeftApart {
  const { credit_id: creditId, outcome, status, version, merchant_id: merchantId, part } = row;
  if (outcome === null) return { creditId, merchantId };
  return { creditId, outcome, status, version, ...(part !== null && { part }) };
}
