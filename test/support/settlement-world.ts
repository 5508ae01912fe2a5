import { createHash } from 'node:crypto';
import type { HoldReason, PayoutEvent } from '../../src/domain/payout-state.js';
import type { SettlementStanding } from '../../src/payouts/settlement/payout-steps.js';
import type { SettlementRequest } from '../../src/payouts/settlement/settlement-requests.js';
import type { SettlementPage } from '../../src/payouts/settlement/settlement-runs.js';
import type { SettlementCycle } from '../../src/domain/settlement-cycle.js';
import { newId } from '../../src/platform/database/new-id.js';
import { PgPayoutSteps } from '../../src/payouts/settlement/payout-steps.store.js';
import { PgSettlementRequests } from '../../src/payouts/settlement/settlement-request.store.js';
import { PgSettlementRuns } from '../../src/payouts/settlement/settlement-runs.store.js';
import { addDays, CalendarModel, lagosDay } from './calendar-model.js';
import { addMerchant, Shop } from './shop.js';

export interface MerchantTerms {
  readonly schedule?: string;
  readonly minimumMinor?: bigint;
  readonly payoutFeeMinor?: bigint;
  readonly status?: 'ACTIVE' | 'SUSPENDED';
}

export interface SettlementGlance {
  readonly settlement_id: string;
  readonly number: number;
  readonly type: string;
  readonly status: string;
  readonly hold_reason: string | null;
  readonly opening_minor: bigint;
  readonly gross_minor: bigint;
  readonly fee_minor: bigint;
  readonly vat_minor: bigint;
  readonly refund_minor: bigint;
  readonly chargeback_minor: bigint;
  readonly reversal_minor: bigint;
  readonly duty_minor: bigint;
  readonly payout_fee_minor: bigint;
  readonly payout_duty_minor: bigint;
  readonly net_minor: bigint;
  readonly closing_minor: bigint;
  readonly paid_minor: bigint;
  readonly transaction_count: number;
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Merchants with money that becomes due, on a database of a test's own. Days are Lagos dates, YYYY-MM-DD. */
export class SettlementWorld implements AsyncDisposable {
  readonly runs: PgSettlementRuns;
  readonly payouts: PgPayoutSteps;
  readonly requests: PgSettlementRequests;
  #count = 0;

  private constructor(readonly shop: Shop) {
    this.runs = new PgSettlementRuns(shop.pool);
    this.payouts = new PgPayoutSteps(shop.pool);
    this.requests = new PgSettlementRequests(shop.pool);
  }

  static async open(maxConnections?: number): Promise<SettlementWorld> {
    return new SettlementWorld(await Shop.open(maxConnections));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.shop[Symbol.asyncDispose]();
  }

  /** A merchant with an account that can be paid. */
  async merchant(terms: MerchantTerms = {}): Promise<string> {
    const merchantId = await addMerchant(this.shop.pool);
    const { schedule = 'T1', minimumMinor = 0n, payoutFeeMinor = 0n, status = 'ACTIVE' } = terms;
    await this.shop.pool.query(
      `update merchant set settlement_schedule = $2, minimum_payout_minor = $3, payout_fee_minor = $4, status = $5
        where merchant_id = $1`,
      [merchantId, schedule, minimumMinor, payoutFeeMinor, status],
    );
    await this.account(merchantId);
    return merchantId;
  }

  /** Registers an account as the merchant's default; usable from long ago unless told. */
  async account(merchantId: string, usableFrom = new Date(0)): Promise<string> {
    const accountId = `sta_${newId('txn').slice(4)}`;
    await this.shop.pool.query(
      'update settlement_account set is_default = false where merchant_id = $1',
      [merchantId],
    );
    await this.shop.pool.query(
      `insert into settlement_account (settlement_account_id, merchant_id, account_number, bank_code, bank_name, account_name,
                                       provider, is_default, status, usable_from)
         values ($1, $2, $3, '000014', 'Access Bank', 'SHOP LIMITED', 'sandbox', true, 'ACTIVE', $4)`,
      [accountId, merchantId, `01${String((this.#count += 1)).padStart(8, '0')}`, usableFrom],
    );
    return accountId;
  }

  /** A paid checkout whose money came in on that day at noon; its fee is 1 % and VAT. Answers the credit's id. */
  async collect(
    merchantId: string,
    amountMinor: bigint,
    receivedAt: string | Date,
  ): Promise<string> {
    const { shop } = this;
    const checkout = await shop.initiate({ amountMinor, overrides: { merchantId } });
    const { accountNumber } = await shop.issue(checkout);
    const { creditId } = await shop.pay(accountNumber, amountMinor);
    const at = typeof receivedAt === 'string' ? `${receivedAt}T12:00:00+01:00` : receivedAt;
    await shop.pool.query('update inward_credit set received_at = $2 where credit_id = $1', [
      creditId,
      at,
    ]);
    await shop.steps.applyCredit({ creditId });
    return creditId;
  }

  /** The run of that day, over all merchants in one page. */
  run(day: string, cycle: SettlementCycle = 'DAILY'): Promise<SettlementPage> {
    return this.runs.settlePage({ cycle, cutOff: midnight(day) }, null, 10_000);
  }

  /** The run of that day for one merchant. */
  settle(
    merchantId: string,
    day: string,
    cycle: SettlementCycle = 'DAILY',
    runs = this.runs,
  ): Promise<SettlementPage> {
    // whatever sorts right before it, by any collation
    const last = crockford.indexOf(merchantId.at(-1) ?? '');
    const after = merchantId.slice(0, -1) + crockford.slice(Math.max(last - 1, 0), last);
    return runs.settlePage({ cycle, cutOff: midnight(day) }, after, 1);
  }

  /** The run by which all that has come so far is due. */
  settleAll(merchantId: string): Promise<SettlementPage> {
    const inTwoWeeks = addDays(lagosDay(new Date()), 14);
    return this.settle(merchantId, new CalendarModel(new Map()).nextBusinessDay(inTwoWeeks));
  }

  /** Asks for the merchant to be paid now. */
  request(merchantId: string, asked: Partial<SettlementRequest> = {}, requests = this.requests) {
    const settlementReference = asked.settlementReference ?? `STL-${(this.#count += 1)}`;
    return requests.request({
      merchantId,
      settlementReference,
      requestHash: createHash('sha256').update(settlementReference).digest(),
      amountMinor: null,
      settlementAccountId: null,
      narration: null,
      ...asked,
    });
  }

  /** The merchant's settlements, oldest first. */
  async settlementsOf(merchantId: string): Promise<SettlementGlance[]> {
    const { rows } = await this.shop.pool.query<SettlementGlance>(
      'select * from settlement where merchant_id = $1 order by number',
      [merchantId],
    );
    return rows;
  }

  async lastOf(merchantId: string): Promise<SettlementGlance> {
    const last = (await this.settlementsOf(merchantId)).at(-1);
    if (last === undefined) throw new Error(`${merchantId} has no settlement`);
    return last;
  }

  /** Takes one part of a settlement through these events, under one session id. */
  async take(
    settlementId: string,
    events: readonly PayoutEvent[],
    part = 1,
  ): Promise<SettlementStanding> {
    let standing = await this.payouts.find(settlementId);
    const payoutId = standing.payouts[part - 1]?.payoutId ?? 'pay_none';
    let sessionId = standing.payouts[part - 1]?.openSending?.sessionId;
    for (const event of events) {
      if (event === 'SENT') sessionId = `pay-${(this.#count += 1)}`;
      if (event === 'RETURNED') sessionId ??= await this.#lastSessionOf(payoutId);
      const withSession = event !== 'GIVEN_UP' && event !== 'CALLED_OFF';
      standing = await this.payouts.takePayoutStep({
        payoutId,
        event,
        sessionId: withSession ? sessionId : undefined,
      });
    }
    return standing;
  }

  /** All parts arrive. */
  async pay(settlementId: string): Promise<void> {
    const { payouts } = await this.payouts.find(settlementId);
    for (const { part } of payouts) await this.take(settlementId, ['SENT', 'CONFIRMED'], part);
  }

  /** An operator releases the settlement from this hold. */
  release(settlementId: string, reason: HoldReason): Promise<SettlementStanding> {
    const step = { settlementId, event: 'RELEASED', reason, operator: 'ada' } as const;
    return this.payouts.takeSettlementStep(step);
  }

  /** What the merchant has, by account of the books; credits positive, without those that are empty. */
  async moneyOf(merchantId: string): Promise<Record<string, bigint>> {
    const { rows } = await this.shop.pool.query<{ code: string; minor: bigint }>(
      `select code, -balance_minor as minor from ledger_account
        where owner = $1 and balance_minor <> 0 order by code`,
      [merchantId],
    );
    return Object.fromEntries(rows.map(({ code, minor }) => [code, minor]));
  }

  /** The types of the merchant's settlement events, in order. */
  async eventsOf(merchantId: string): Promise<string[]> {
    const { rows } = await this.shop.pool.query<{ type: string }>(
      `select type from event where merchant_id = $1 and type like 'settlement.%' order by event_id`,
      [merchantId],
    );
    return rows.map(({ type }) => type);
  }

  async #lastSessionOf(payoutId: string): Promise<string | undefined> {
    const { rows } = await this.shop.pool.query<{ session_id: string }>(
      `select session_id from outward_transfer where purpose = 'PAYOUT' and purpose_id = $1 order by attempt desc limit 1`,
      [payoutId],
    );
    return rows[0]?.session_id;
  }
}

/** The Lagos midnight at which a day begins. */
export function midnight(day: string): Date {
  return new Date(`${day}T00:00:00+01:00`);
}
