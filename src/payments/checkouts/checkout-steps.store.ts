import type pg from 'pg';
import type { CheckoutStatus } from '../../domain/checkout-state.js';
import type {
  CheckoutSteps,
  CreditResult,
  EndingResult,
  StepResult,
} from './checkout-steps.port.js';
import type { PartPaid } from '../../domain/part-paid.js';
import type { CreditOutcome } from './checkout-store.port.js';
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

export class PgCheckoutSteps implements CheckoutSteps {
  private readonly batcher = new CreditBatcher({
    post: (creditIds, terms) => this.applyCredits(creditIds, terms),
    lockedMerchants: (creditIds, apart) => this.lockedMerchants(creditIds, apart),
  });

  /** @param taker sends the events of a credit's posting, in this process */
  constructor(
    private readonly pool: pg.Pool,
    private readonly taker?: DeliveryTaker,
  ) {}

  applyCredit(creditId: string): Promise<CreditResult> {
    return this.batcher.add(creditId);
  }

  endAccountWindow(virtualAccountId: Id<'va'>, at: Date): Promise<EndingResult> {
    return this.end(endWindow({ virtualAccountId, at }));
  }

  expireCheckout(checkoutId: Id<'chk'>, at: Date): Promise<EndingResult> {
    return this.end(expireCheckout({ checkoutId, at }));
  }

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
