import { createHash } from 'node:crypto';
import type pg from 'pg';
import { PgCheckoutStore } from '../../src/payments/checkouts/checkout.store.js';
import { PgNumberStore } from '../../src/payments/numbers/number.store.js';
import { PgFactStore } from '../../src/platform/temporal/fact.store.js';
import { feeOn, grossUp, type FeePlan } from '../../src/domain/fees.js';
import { type Policies, resolvePolicies } from '../../src/domain/policies.js';
import type {
  AccountRequest,
  Checkout,
  NewCheckout,
  Offers,
  VirtualAccount,
} from '../../src/payments/checkouts/checkout.js';
import type { FeeBearer } from '../../src/domain/fee-bearer.js';
import type { NewRefund } from '../../src/payouts/refunds/refund.js';
import type { NewCredit, ReceivedCredit } from '../../src/payments/credits/credit.js';
import { PgCreditSteps } from '../../src/payments/credits/credit-steps.store.js';
import { timeouts } from '../../src/platform/database/program-settings.js';
import { patientPool } from './patient-pool.js';
import { PatientSteps } from './while-locked.js';
import { newId } from '../../src/platform/database/new-id.js';
import { PgCreditStore } from '../../src/payments/credits/credit.store.js';
import { PgRefundSteps } from '../../src/payouts/refunds/refund-steps.store.js';
import { PgRefundStore } from '../../src/payouts/refunds/refund.store.js';
import { assertBooks } from './books.js';
import { assertNewEvents, forgetEvents } from './written-events.js';
import { createDatabase, type TestDatabase } from './stack.js';

/** The two plans of the published fee vectors. */
export const feePlans = {
  transfer: {
    rateBps: 100,
    flatMinor: 0n,
    flatWaivedBelowMinor: 0n,
    capMinor: 30_000n,
    vatBps: 750,
  },
  card: {
    rateBps: 150,
    flatMinor: 10_000n,
    flatWaivedBelowMinor: 250_000n,
    capMinor: 200_000n,
    vatBps: 750,
  },
} as const satisfies Record<string, FeePlan>;

export interface Order {
  readonly reference?: string;
  readonly amountMinor?: bigint;
  readonly plan?: keyof typeof feePlans;
  readonly feeBearer?: FeeBearer;
  /** What a card is charged; left out: no card is taken. */
  readonly cardMinor?: bigint;
  readonly policies?: Partial<Policies>;
  readonly overrides?: Partial<NewCheckout>;
}

export interface RefundGlance {
  readonly refundId: string;
  readonly creditId: string;
  readonly origin: string;
  readonly reason: string;
  readonly amountMinor: bigint;
  readonly status: string;
  readonly dutyBearer: string;
}

/** A checkout with an account to pay into. */
export interface OpenOrder {
  readonly checkout: Checkout;
  readonly account: VirtualAccount;
}

/** The next file of this process may have its database. */
let passedOn: Pick<Shop, 'database' | 'pool'> | undefined;

/** A merchant on a database, with the stores that a running engine has. */
export class Shop implements AsyncDisposable {
  readonly checkouts: PgCheckoutStore;
  readonly numbers: PgNumberStore;
  readonly credits: PgCreditStore;
  readonly facts: PgFactStore;
  readonly steps: PatientSteps;
  readonly heldCredits: PgCreditSteps;
  readonly refunds: PgRefundStore;
  readonly refundSteps: PgRefundSteps;
  #count = 0;

  private constructor(
    readonly database: TestDatabase,
    readonly pool: pg.Pool,
    public merchantId: string,
    private readonly mayBePassedOn: boolean,
  ) {
    this.checkouts = new PgCheckoutStore(pool);
    this.numbers = new PgNumberStore(pool);
    this.credits = new PgCreditStore(pool);
    this.facts = new PgFactStore(pool);
    this.steps = new PatientSteps(pool);
    this.heldCredits = new PgCreditSteps(pool);
    this.refunds = new PgRefundStore(pool);
    this.refundSteps = new PgRefundSteps(pool);
  }

  /**
   * On a database of its own, with connections that are open already and patient: calls that are made at once shall also arrive at once.
   * Without a number: on the one that the files of this process use one after the other, which costs a tenth.
   */
  static async open(maxConnections?: number): Promise<Shop> {
    const isShared = maxConnections === undefined;
    if (isShared && passedOn !== undefined) {
      const { database, pool } = passedOn;
      passedOn = undefined;
      await database.empty();
      forgetEvents(pool);
      return new Shop(database, pool, await addFirstMerchant(pool), true);
    }
    const max = maxConnections ?? 4;
    const database = await createDatabase();
    // Who waits for a lock in a shared one does so on purpose.
    const waitMs = isShared ? timeouts.lock_timeout : undefined;
    const pool = patientPool(database.url, { max, applicationName: 'test' }, waitMs);
    const merchantId = await addFirstMerchant(pool);
    await Promise.all(Array.from({ length: max }, () => pool.query('select pg_sleep(0.02)')));
    return new Shop(database, pool, merchantId, isShared);
  }

  /** As if it had just been opened, for the next test. */
  async afresh(): Promise<void> {
    await this.database.empty();
    this.merchantId = await addFirstMerchant(this.pool);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.mayBePassedOn && passedOn === undefined && (await this.database.isAsMigrated())) {
      const { database, pool } = this;
      passedOn = { database, pool };
      return;
    }
    await this.pool.end();
    await this.database.drop();
  }

  /** What an initiate request becomes after validation. */
  newCheckout(order: Order = {}): NewCheckout {
    const { amountMinor = 1_000_000n, feeBearer = 'MERCHANT' } = order;
    const plan = feePlans[order.plan ?? 'transfer'];
    const expectedMinor = feeBearer === 'CUSTOMER' ? grossUp(plan, amountMinor) : amountMinor;
    const paymentReference = order.reference ?? `ORD-${this.next()}`;
    return {
      checkoutId: newId('chk'),
      merchantId: this.merchantId,
      paymentReference,
      requestHash: createHash('sha256').update(`${paymentReference}:${amountMinor}`).digest(),
      currency: 'NGN',
      amountMinor,
      expectedMinor,
      ...feeOn(plan, expectedMinor),
      feeBearer,
      channels: ['Card', 'Bank'],
      customer: {
        email: 'ada@example.ng',
        phoneNumber: '+2348031234567',
        firstName: 'Ada',
        lastName: 'Obi',
      },
      metadata: {},
      description: null,
      redirectUrl: null,
      page: null,
      policies: resolvePolicies(order.policies),
      offers: {
        Bank: { feePlanId: order.plan ?? 'transfer', expectedMinor, ...feeOn(plan, expectedMinor) },
        ...cardOffer(order.cardMinor),
      },
      sessionTtlMinutes: 1440,
      ...order.overrides,
    };
  }

  accountRequest(checkout: Checkout, overrides: Partial<AccountRequest> = {}): AccountRequest {
    return {
      merchantId: checkout.merchantId,
      paymentReference: checkout.paymentReference,
      prefix: '501',
      validityMinutes: 30,
      amountMinor: checkout.expectedMinor - checkout.appliedMinor,
      virtualAccountId: newId('va'),
      accountNumber: `501${String(this.next()).padStart(7, '0')}`,
      generation: 0,
      ...overrides,
    };
  }

  async initiate(order: Order = {}): Promise<Checkout> {
    return (await this.checkouts.initiate(this.newCheckout(order))).checkout;
  }

  async issue(
    checkout: Checkout,
    overrides: Partial<AccountRequest> = {},
  ): Promise<VirtualAccount> {
    const request = this.accountRequest(checkout, overrides);
    const { outcome, account } = await this.checkouts.issueAccount(request);
    if (account === null) throw new Error(`The account was not issued: ${outcome}`);
    return account;
  }

  async order(order: Order = {}): Promise<OpenOrder> {
    const checkout = await this.initiate(order);
    return { checkout, account: await this.issue(checkout) };
  }

  /** The bank reports a transfer; it is not posted yet when a workflow would do that, unless `by` posts at once. */
  pay(
    accountNumber: string,
    amountMinor: bigint,
    overrides: Partial<NewCredit> = {},
    by = this.credits,
  ): Promise<ReceivedCredit> {
    return by.receive({
      creditId: newId('txn'),
      provider: 'sandbox',
      sessionId: `session-${this.next()}`,
      accountNumber,
      amountMinor,
      currency: 'NGN',
      source: {
        accountNumber: '0123457503',
        accountName: 'ADA OBI',
        bankCode: '011',
        bankName: 'First Bank',
      },
      narration: 'order',
      sentAt: null,
      ...overrides,
    });
  }

  /** A transfer, reported and posted. */
  async payAndPost({ account }: OpenOrder, amountMinor: bigint) {
    const { creditId } = await this.pay(account.accountNumber, amountMinor);
    return { creditId, ...(await this.steps.applyCredit({ creditId })) };
  }

  async read({ paymentReference }: Checkout): Promise<Checkout> {
    const found = await this.checkouts.find(this.merchantId, paymentReference);
    if (found === undefined) throw new Error(`There is no checkout ${paymentReference}`);
    return found;
  }

  /** Makes everything about a checkout have happened so much earlier, as if time had passed. */
  async letPass(checkout: Checkout, minutes: number): Promise<void> {
    const values = [checkout.checkoutId, minutes];
    const by = 'make_interval(mins => $2)';
    for (const [table, columns] of [
      ['checkout', ['created_at', 'updated_at', 'expires_at']],
      ['virtual_account', ['created_at', 'expires_at']],
      ['inward_credit', ['sent_at', 'received_at']],
      ['fact', ['deadline', 'due_at', 'created_at']],
    ] as const) {
      const set = columns.map((column) => `${column} = ${column} - ${by}`).join(', ');
      await this.pool.query(`update ${table} set ${set} where checkout_id = $1`, values);
    }
  }

  /** A merchant asks for money of a transaction to be sent back; the whole of it unless it says otherwise. */
  requestRefund(transactionReference: string, asked: Partial<NewRefund> = {}) {
    const refundReference = asked.refundReference ?? `RF-${this.next()}`;
    return this.refunds.request({
      refundId: `rfd_${newId('txn').slice(4)}`,
      merchantId: this.merchantId,
      transactionReference,
      refundReference,
      requestHash: createHash('sha256').update(refundReference).digest(),
      amountMinor: null,
      note: 'goods came back',
      destination: null,
      ...asked,
    });
  }

  /** The refunds of a checkout or a credit, oldest first. */
  async refundsOf(subjectId: string): Promise<RefundGlance[]> {
    const { rows } = await this.pool.query<RefundGlance>(
      `select refund_id as "refundId", credit_id as "creditId", origin, reason, amount_minor as "amountMinor", status,
              duty_bearer as "dutyBearer"
         from refund where checkout_id = $1 or credit_id = $1 order by created_at, refund_id`,
      [subjectId],
    );
    return rows;
  }

  /** Takes a refund all the way to the payer. */
  async sendRefund(refundId: string): Promise<void> {
    const sessionId = `out-${this.next()}`;
    await this.refundSteps.take({ refundId, event: 'NAME_ASKED' });
    await this.refundSteps.take({ refundId, event: 'SENT', sessionId });
    await this.refundSteps.take({ refundId, event: 'CONFIRMED', sessionId, code: '00' });
  }

  /** What an account of the books holds: debits positive. */
  async balanceOf(accountId: string): Promise<bigint> {
    const { rows } = await this.pool.query<{ balance: bigint }>(
      'select balance_minor as balance from ledger_account where account_id = $1',
      [accountId],
    );
    return rows[0]?.balance ?? 0n;
  }

  /** The legs of one journal, by account, without the ids that differ from test to test. */
  async legsOf(sourceId: string, purpose = 'collection'): Promise<Record<string, bigint>> {
    const { rows } = await this.pool.query<{ leg: string; amount_minor: bigint }>(
      `select e.leg || ' ' || a.code as leg, e.amount_minor
         from journal j join entry e using (journal_id) join ledger_account a using (account_id)
        where j.source_id = $1 and j.purpose = $2 order by a.code, e.leg`,
      [sourceId, purpose],
    );
    return Object.fromEntries(rows.map((row) => [row.leg, row.amount_minor]));
  }

  /** The types of a checkout's events, in order. */
  async eventsOf({ checkoutId }: Checkout): Promise<string[]> {
    const { rows } = await this.pool.query<{ type: string }>(
      'select type from event where checkout_id = $1 order by sequence',
      [checkoutId],
    );
    return rows.map(({ type }) => type);
  }

  /** Every row of every table that a step may change, to compare before and after. */
  async dump(): Promise<unknown> {
    const tables = ['checkout', 'virtual_account', 'inward_credit', 'fact', 'journal', 'entry']
      .concat('ledger_account', 'event', 'webhook_delivery', 'refund', 'outward_transfer')
      .concat('dispute', 'rail_event', 'free_number', 'settlement', 'payout', 'balance_transaction')
      .map(
        (table) =>
          `'${table}', (select jsonb_agg(to_jsonb(t) order by to_jsonb(t)) from ${table} t)`,
      );
    const { rows } = await this.pool.query<{ dump: unknown }>(
      `select jsonb_build_object(${tables.join(', ')}) as dump`,
    );
    return rows[0]?.dump;
  }

  /** The books are right, and every event that was written has the fields that its document names. */
  async assertBooks(): Promise<void> {
    // On a connection that no other call takes: each plans the claims once.
    await assertBooks(this.database);
    await assertNewEvents(this.pool);
  }

  private next(): number {
    this.#count += 1;
    return this.#count;
  }
}

/** What a card is charged, with the fee on it. */
export function cardOffer(expectedMinor: bigint | undefined): Offers {
  if (expectedMinor === undefined) return {};
  return { Card: { feePlanId: 'card', expectedMinor, ...feeOn(feePlans.card, expectedMinor) } };
}

/** With plans and prefixes. */
async function addFirstMerchant(pool: pg.Pool): Promise<string> {
  for (const [name, plan] of Object.entries(feePlans)) {
    const { rateBps, flatMinor, flatWaivedBelowMinor, capMinor, vatBps } = plan;
    await pool.query('insert into fee_plan values ($1, $2, $3, $4, $5, $6)', [
      name,
      rateBps,
      flatMinor,
      flatWaivedBelowMinor,
      capMinor,
      vatBps,
    ]);
  }
  for (const [prefix, provider] of Object.entries({ 501: 'sandbox', 502: 'other' })) {
    const values = [prefix, provider, '058', 'Example MFB', '000013'];
    await pool.query('select add_prefix($1, $2, $3, $4, $5)', values);
  }
  return addMerchant(pool);
}

/** A merchant of the transfer plan that may use both prefixes; returns its id. */
export async function addMerchant(pool: pg.Pool): Promise<string> {
  const merchantId = newId('mch');
  await pool.query(
    `with made as (insert into merchant (merchant_id, name, trade_name) values ($1, 'Shop Limited', 'Shop') returning merchant_id)
     insert into merchant_channel (merchant_id, channel, fee_plan_id, place) select merchant_id, 'Bank', 'transfer', 1 from made`,
    [merchantId],
  );
  await pool.query(
    'insert into merchant_prefix (merchant_id, prefix) select $1, prefix from number_prefix',
    [merchantId],
  );
  return merchantId;
}
