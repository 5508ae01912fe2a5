import type pg from 'pg';
import type { CheckoutStatus } from '../../domain/checkout-state.js';
import { type DeliveryJson, fromJson } from '../../notify/delivery/delivery-row.js';
import type { DeliveryTaker } from '../../notify/delivery/notification-store.port.js';
import type { CreditOutcome } from '../checkouts/checkout.js';
import { BatchQueue, BatchSize, isAboutTheData, type Waiting } from './batch-queue.js';
import type { NameEnquiry, NewCredit, ReceivedCredit } from './credit.js';
import type { Fact } from '../../platform/temporal/fact.js';
import { query } from '../../platform/database/database.js';
import { isLockTimeout } from '../../platform/database/outage.js';
import { call } from '../../platform/database/sql-call.js';
import { type FactCheckoutColumns, toFactCheckout } from '../../platform/temporal/fact-checkout.js';

const receiveCredits = call('receive_credits').as<CreditRow>();

const enquireName = {
  name: 'enquire_name',
  text: `select v.account_name, due_minor(c) as outstanding_minor, v.expires_at
           from virtual_account v
           join number_prefix b on b.prefix = v.prefix
           left join checkout c on c.checkout_id = v.checkout_id
          where v.account_number = $2 and b.provider = $1 and v.status = 'ACTIVE'
            and (v.type = 'STATIC' or v.expires_at > clock_timestamp()
                   and c.status in ('AWAITING_PAYMENT', 'PROCESSING', 'PARTIALLY_PAID'))`,
};

interface CreditRow extends FactCheckoutColumns {
  credit_id: string;
  /** Somebody holds a row that the credit needs: it was not received. */
  is_busy: boolean;
  outcome: CreditOutcome | null;
  duplicate: boolean;
  new_fact_id: bigint | null;
  status: CheckoutStatus | null;
  /** The merchants whose account somebody holds; only in the last row, which has no credit. */
  held: string[] | null;
  /** The deliveries that this process took over when they were written; only in the last row. */
  taken: DeliveryJson[] | null;
}

/** Beyond so many, the merchants that were held longest ago are waited for again. */
const mostHeld = 100;

/** Inward credits on PostgreSQL. */
export class PgCreditStore {
  readonly #queue = new BatchQueue<NewCredit, ReceivedCredit>(1, new BatchSize(), (batch) =>
    this.#receive(batch),
  );
  /** The merchants whose account was held a moment ago: their credits do not wait for it. */
  #held: readonly string[] = [];

  /**
   * @param taker sends the events of credits that are posted here, in this process. Without it, the credits of checkouts
   * are left to their workflows.
   */
  constructor(
    private readonly pool: pg.Pool,
    private readonly taker?: DeliveryTaker,
  ) {}

  /**
   * Records, matches and judges a credit. A credit that no workflow waits for is posted with it, and so is one that pays
   * its checkout exactly. Many callers share one transaction.
   */
  receive(credit: NewCredit): Promise<ReceivedCredit> {
    return this.#queue.add(credit);
  }

  async #receive(batch: readonly Waiting<NewCredit, ReceivedCredit>[]): Promise<void> {
    const rows = await this.#receiveAll(batch.map(({ item }) => item));
    batch.forEach(({ item, resolve, reject }, at) => {
      const row = rows[at];
      if (row === undefined) reject(new Error('PostgreSQL has not answered for a credit'));
      else if (row.is_busy) this.#receiveAlone(item).then(resolve, reject);
      else resolve(toReceived(row));
    });
  }

  /** The credit waits for a row that somebody holds, while other credits go on. */
  async #receiveAlone(credit: NewCredit): Promise<ReceivedCredit> {
    const [row] = await this.#receiveAll([credit], { alone: true });
    if (row === undefined) throw new Error('PostgreSQL has not answered for a credit');
    return toReceived(row);
  }

  async #receiveAll(
    credits: readonly NewCredit[],
    { posts = this.taker !== undefined, alone = false } = {},
  ): Promise<readonly CreditRow[]> {
    const askedAtMs = Date.now();
    const statement = receiveCredits({
      ...{ credits, posts, held: this.#held, alone },
      taker: this.taker?.terms() ?? null,
    });
    try {
      const rows = await query(this.pool, statement);
      const { held, taken } = rows.pop() ?? {};
      if (!alone) this.#held = (held ?? []).slice(-mostHeld);
      this.taker?.take((taken ?? []).map(fromJson), askedAtMs);
      return rows;
    } catch (error) {
      // Recorded without its posting, the money is safe. The workflow posts it, and shows what fails.
      const isPosting = isLockTimeout(error) || (credits.length === 1 && isAboutTheData(error));
      if (posts && isPosting) return this.#receiveAll(credits, { posts: false, alone });
      throw error;
    }
  }

  /** Returns the name only for a number that takes money right now. */
  async enquireName(provider: string, accountNumber: string): Promise<NameEnquiry | undefined> {
    const [row] = await query<{
      account_name: string;
      outstanding_minor: bigint | null;
      expires_at: Date | null;
    }>(this.pool, enquireName, [provider, accountNumber]);
    if (row === undefined) return undefined;
    return {
      accountName: row.account_name,
      expectedMinor: row.outstanding_minor,
      expiresAt: row.expires_at,
    };
  }
}

function toReceived(row: CreditRow): ReceivedCredit {
  return {
    creditId: row.credit_id,
    duplicateNotification: row.duplicate,
    outcome: row.outcome,
    checkoutId: row.checkout_id,
    fact: toFact(row),
  };
}

/**
 * A credit in time is the business of its checkout's workflow, which posts it unless it is posted. Any other is held, and
 * has a workflow of its own.
 */
function toFact(row: CreditRow): Fact | null {
  if (row.new_fact_id === null) return null;
  const isPosted = row.outcome === 'EXACT';
  return {
    factId: String(row.new_fact_id),
    kind: row.outcome === null || isPosted ? 'CREDIT_RECEIVED' : 'CREDIT_HELD',
    subjectId: row.credit_id,
    deadline: null,
    checkout: toFactCheckout(row),
    ...(isPosted && row.status !== null && { posted: row.status }),
  };
}
