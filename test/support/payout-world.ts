import { vi } from 'vitest';
import { type Id, payoutWorkflowId } from '../../src/domain/ids.js';
import type { PayoutResult } from '../../workflows/payouts/payout.workflow.js';
import type { SettlementResult } from '../../workflows/payouts/settlement.workflow.js';
import { resolvePayout } from '../../workflows/messages.js';
import type { PayoutDecision, SearchDecision } from '../../src/domain/decisions.js';
import { PgSettlementKeys } from '../../src/payouts/settlement/settlement-key.store.js';
import { PgMerchantAdmin } from '../../src/operators/merchants/merchant-admin.store.js';
import { operator } from './actors.js';
import { addDays, CalendarModel, lagosDay } from './calendar-model.js';
import type { WorldOptions } from './checkout-world.js';
import { addDueMerchant, bookDue, type Run } from './due-merchant.js';
import { patientPool } from './patient-pool.js';
import { RailWorld } from './rail-world.js';
import { midnight } from './settlement-world.js';
import { fastForward } from './time.js';
import { whileHeld } from './while-held.js';

const bankCode = '000014';

export interface DueOptions {
  readonly schedule?: string;
  /** Whose account it was when it was registered; as the bank says unless told. */
  readonly accountName?: string;
  readonly status?: 'ACTIVE' | 'SUSPENDED';
}

/** A merchant that is due money. */
export interface DueMerchant {
  readonly merchantId: string;
  readonly accountNumber: string;
}

/** A settlement with the workflow of its payouts. */
export interface BegunPayout extends DueMerchant {
  readonly settlementId: string;
  readonly workflowId: string;
}

/** The cut-off of the next day with payouts: a run of it may wait for a merchant until the day after. */
export function nextCutOff(): string {
  const tomorrow = addDays(lagosDay(new Date()), 1);
  return midnight(new CalendarModel().nextBusinessDay(tomorrow)).toISOString();
}

/** Merchants with money that is due, and the simulator's bank to pay them with. */
export class PayoutWorld implements AsyncDisposable {
  #merchants = 0;
  #runs = 0;

  private constructor(readonly rails: RailWorld) {}

  static async start(options: WorldOptions = {}): Promise<PayoutWorld> {
    return new PayoutWorld(await RailWorld.start(options));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.rails[Symbol.asyncDispose]();
  }

  get pool() {
    return this.rails.world.pool;
  }

  get client() {
    return this.rails.world.client;
  }

  /** A merchant with an account that can be paid; what it is due is booked, the way there is not. */
  async merchant(amountMinor: bigint, options: DueOptions = {}): Promise<DueMerchant> {
    this.#merchants += 1;
    const accountNumber = String(5_000_000_000 + this.#merchants);
    const { accountName, ...terms } = options;
    const account = await this.rails.bank.account(bankCode, accountNumber);
    const paidTo = accountName === undefined ? account : { ...account, accountName };
    const merchantId = await addDueMerchant(this.#run, paidTo, amountMinor, terms);
    return { merchantId, accountNumber };
  }

  /** Books what a merchant is due; less than nothing takes it away. */
  due(merchantId: string, amountMinor: bigint): Promise<void> {
    return bookDue(this.#run, merchantId, amountMinor);
  }

  /** Runs while a session that is not the worker's holds the merchant's books. */
  async whileLocked<Result>({ merchantId }: DueMerchant, run: () => Promise<Result>) {
    // A connection of the worker's pool would be closed after five silent seconds.
    const options = { max: 1, applicationName: 'holder' };
    const pool = patientPool(this.rails.world.database.url, options);
    const lock = 'select from ledger_account where account_id = $1 for update';
    try {
      return await whileHeld(pool, lock, [`2100:${merchantId}:NGN`], run);
    } finally {
      await pool.end();
    }
  }

  readonly #run: Run = (sql, values) => this.pool.query(sql, values);

  /** Runs the settlement of all merchants that are paid at once. */
  async settle(input: object = {}): Promise<SettlementResult> {
    this.#runs += 1;
    return this.client.workflow.execute('settlementWorkflow', {
      taskQueue: 'rails',
      workflowId: `settle-test-${this.#runs}`,
      args: [{ cycle: 'INSTANT', ...input }],
    });
  }

  /** The merchant's last settlement, which must be there. */
  async begun(merchant: DueMerchant): Promise<BegunPayout> {
    const { rows } = await this.pool.query<{ settlement_id: string }>(
      'select settlement_id from settlement where merchant_id = $1 order by number desc limit 1',
      [merchant.merchantId],
    );
    const settlementId = rows[0]?.settlement_id ?? '';
    const key = await new PgSettlementKeys(this.pool).ofSettlement(settlementId);
    return { ...merchant, settlementId, workflowId: payoutWorkflowId(key) };
  }

  /** A merchant whose payout has been started. */
  async paidOut(amountMinor: bigint, options: DueOptions & { rule?: object } = {}) {
    const merchant = await this.merchant(amountMinor, options);
    if (options.rule !== undefined) {
      await this.rails.bank.misbehave({
        account: merchant.accountNumber,
        ...options.rule,
      } as Parameters<RailWorld['bank']['misbehave']>[0]);
    }
    await this.settle();
    return this.begun(merchant);
  }

  async suspend({ merchantId }: DueMerchant): Promise<void> {
    await new PgMerchantAdmin(this.pool).move(merchantId, 'suspend', operator());
  }

  handle({ workflowId }: BegunPayout) {
    return this.client.workflow.getHandle(workflowId);
  }

  result(payout: BegunPayout): Promise<PayoutResult> {
    return this.handle(payout).result() as Promise<PayoutResult>;
  }

  decide(payout: BegunPayout, decision: PayoutDecision | SearchDecision) {
    return this.handle(payout).executeUpdate(resolvePayout, {
      args: [{ decision, operator: 'ngozi', partner: 'bola', reason: 'looked' }],
    });
  }

  /** As reconciliation tells what the bank's statement shows. */
  async reported({ settlementId }: BegunPayout, sessionId: string): Promise<void> {
    const { rows } = await this.pool.query<{ payout_id: Id<'pay'> }>(
      'select payout_id from payout where settlement_id = $1 order by part limit 1',
      [settlementId],
    );
    await this.rails.world.payoutGateway.bankReported(rows[0]?.payout_id ?? 'pay_none', sessionId);
  }

  async ahead({ workflowId }: BegunPayout, minutes: number): Promise<void> {
    await fastForward(this.client, workflowId, minutes * 60_000);
  }

  async status({ settlementId }: BegunPayout) {
    const { rows } = await this.pool.query<{
      status: string;
      hold_reason: string | null;
      failure: string | null;
      net_minor: bigint;
      paid_minor: bigint;
    }>(
      'select status, hold_reason, failure, net_minor, paid_minor from settlement where settlement_id = $1',
      [settlementId],
    );
    return rows[0];
  }

  until(payout: BegunPayout, status: string, timeout = 20_000): Promise<void> {
    return vi.waitFor(
      async () => {
        const found = (await this.status(payout))?.status;
        if (found !== status) throw new Error(`${found}, not ${status}`);
      },
      { timeout, interval: 50 },
    );
  }

  /** Each sending of each part, in order. */
  async sendings({ settlementId }: BegunPayout) {
    const { rows } = await this.pool.query<{
      session_id: string;
      status: string;
      response_code: string | null;
      part: number;
    }>(
      `select t.session_id, t.status, t.response_code, p.part
         from payout p join outward_transfer t on t.purpose = 'PAYOUT' and t.purpose_id = p.payout_id
        where p.settlement_id = $1 order by p.part, t.attempt`,
      [settlementId],
    );
    return rows;
  }

  /** Codes of the books with what the merchant has in them; credits are positive. */
  async money(merchantId: string): Promise<Record<string, bigint>> {
    const { rows } = await this.pool.query<{ code: string; minor: bigint }>(
      `select code, -balance_minor as minor from ledger_account
        where owner = $1 and balance_minor <> 0 order by code`,
      [merchantId],
    );
    return Object.fromEntries(rows.map(({ code, minor }) => [code, minor]));
  }

  /** The merchant's settlement events, in order. */
  async events(merchantId: string): Promise<string[]> {
    const { rows } = await this.pool.query<{ type: string }>(
      `select type from event where merchant_id = $1 and type like 'settlement.%' order by event_id`,
      [merchantId],
    );
    return rows.map(({ type }) => type);
  }

  /** What the account was sent, by the bank's own statement of it. */
  async received({ accountNumber }: DueMerchant): Promise<number> {
    return (await this.rails.bank.account(bankCode, accountNumber)).balance;
  }

  async faults(): Promise<readonly unknown[]> {
    return this.rails.world.database.query({
      name: 'faults',
      text: 'select claim, faults from books_proof where faults <> 0',
    });
  }
}
