import type pg from 'pg';
import type { CheckoutStatus } from '../../domain/checkout-state.js';
import type {
  CancelReason,
  CheckoutActivities,
  CreditApplied,
  StepDone,
} from '../../../activities/payments/contract.js';
import type { PartPaid } from '../../domain/part-paid.js';
import type { CreditOutcome } from './checkout.js';
import type { DeliveryTaker } from '../../notify/delivery/notification-store.port.js';
import { query, queryOne, type GivenStatement } from '../../platform/database/database.js';
import { call, callNamed, callWithin } from '../../platform/database/sql-call.js';
import { type DeliveryJson, fromJson } from '../../notify/delivery/delivery-row.js';
import {
  CreditBatcher,
  type LeftApart,
  type PostedCredit,
  type PostingTerms,
} from '../credits/credit-batcher.js';
import type { Id } from '../../domain/ids.js';

const applyCredits = call('apply_credits', {
  with: ['apart', 'lockWaitMs', 'taker'],
}).as<CreditRow>();
const lockedMerchants = callNamed('locked_merchants', 'merchant_id').as<{ merchant_id: string }>();
const endWindow = call('end_account_window').as<EndingRow>();
const expireCheckout = call('expire_checkout').as<EndingRow>();
const acceptPart = callWithin(
  'accept_part',
  (called) => `select status from ${called}`,
).as<StepDone>();
const cancelCheckout = callWithin(
  'cancel_checkout',
  (called) => `select status from ${called}`,
).as<StepDone>();

interface EndingRow {
  status: CheckoutStatus;
  open_until: Date | null;
}

interface CreditRow {
  status: CheckoutStatus;
  credit_id: string;
  /** Null: the credit was not posted. */
  outcome: CreditOutcome | null;
  merchant_id: string;
  /** Set on the first row: the deliveries that this process took over when they were written. */
  taken: DeliveryJson[] | null;
  part: PartPaid | null;
}

/**
 * The steps that a workflow takes, each one SQL transaction that posts, changes the status, marks facts as applied and
 * writes the events. Every step may be repeated: a step that was done already returns its result.
 */
export class PgCheckoutSteps implements CheckoutActivities {
  private readonly batcher = new CreditBatcher({
    post: (creditIds, terms) => this.applyCredits(creditIds, terms),
    lockedMerchants: (creditIds, apart) => this.lockedMerchants(creditIds, apart),
  });

  /** @param taker sends the events of a credit's posting, in this process */
  constructor(
    private readonly pool: pg.Pool,
    private readonly taker?: DeliveryTaker,
  ) {}

  /** Batched: many callers share one round trip. */
  applyCredit({ creditId }: { readonly creditId: string }): Promise<CreditApplied> {
    return this.batcher.add(creditId);
  }

  endAccountWindow(step: {
    readonly virtualAccountId: Id<'va'>;
    readonly at: string | Date;
  }): Promise<StepDone> {
    return this.end(endWindow(step));
  }

  expireCheckout(step: {
    readonly checkoutId: Id<'chk'>;
    readonly at: string | Date;
  }): Promise<StepDone> {
    return this.end(expireCheckout(step));
  }

  acceptPart(step: { readonly checkoutId: Id<'chk'> }): Promise<StepDone> {
    return queryOne(this.pool, acceptPart(step));
  }

  cancelCheckout({
    checkoutId,
    statusReason,
  }: {
    readonly checkoutId: Id<'chk'>;
    readonly statusReason: CancelReason;
  }): Promise<StepDone> {
    return queryOne(this.pool, cancelCheckout({ checkoutId, reason: statusReason }));
  }

  private async applyCredits(
    creditIds: readonly string[],
    { apart, lockWaitMs }: PostingTerms,
  ): Promise<readonly (PostedCredit | LeftApart)[]> {
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

  private async end(statement: GivenStatement<EndingRow>): Promise<StepDone> {
    const { status, open_until: openUntil } = await queryOne(this.pool, statement);
    return openUntil === null ? { status } : { status, openUntil: openUntil.toISOString() };
  }
}

function toResult(row: CreditRow): PostedCredit | LeftApart {
  const { credit_id: creditId, outcome, status, merchant_id: merchantId, part } = row;
  if (outcome === null) return { creditId, merchantId };
  return { creditId, done: { status, outcome, ...(part !== null && { part }) } };
}
