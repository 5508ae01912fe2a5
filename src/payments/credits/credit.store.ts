import type pg from 'pg';
import type { CreditOutcome } from '../checkouts/checkout.js';
import type { NameEnquiry, NewCredit, ReceivedCredit } from './credit.js';
import type { Fact } from '../../platform/temporal/fact.js';
import { query, queryOne } from '../../platform/database/database.js';
import { callWithin } from '../../platform/database/sql-call.js';
import { type FactCheckoutColumns, toFactCheckout } from '../../platform/temporal/fact-checkout.js';

const receiveCredit = callWithin(
  'receive_credit',
  (called) => `
         select (stored).credit_id, (stored).outcome, (stored).checkout_id, duplicate, new_fact_id,
                (received_for).merchant_id, (received_for).payment_reference, (received_for).amount_minor,
                (received_for).currency, (received_for).expires_at, static_owner
           from ${called}`,
  { with: ['held', 'details'] },
).as<CreditRow>();

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
  outcome: CreditOutcome | null;
  duplicate: boolean;
  new_fact_id: bigint | null;
  static_owner: string | null;
}

/** Inward credits on PostgreSQL. */
export class PgCreditStore {
  /** Merchants whose account was locked a moment ago: credits to their static accounts do not wait for the lock. */
  readonly #held = new Set<string>();

  constructor(private readonly pool: pg.Pool) {}

  /** Records, matches and judges a credit in one transaction; a credit that no workflow waits for is posted at once. */
  async receive(credit: NewCredit): Promise<ReceivedCredit> {
    const row = await queryOne(
      this.pool,
      receiveCredit({ ...credit, held: [...this.#held], details: detailsJson(credit) }),
    );
    if (row.static_owner !== null) {
      if (row.outcome === null) this.#held.add(row.static_owner);
      else this.#held.delete(row.static_owner);
    }
    return {
      creditId: row.credit_id,
      duplicateNotification: row.duplicate,
      outcome: row.outcome,
      checkoutId: row.checkout_id,
      fact: toFact(row),
    };
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

/** Amounts are texts, because JSON would turn them into floating-point numbers. */
function detailsJson({ details }: NewCredit) {
  if (!details) return null;
  const { key, feeMinor, vatMinor, settledMinor, schemeIds } = details;
  const texts = { feeMinor, vatMinor, settledMinor };
  return {
    ...{ key, schemeIds },
    ...Object.fromEntries(Object.entries(texts).map(([name, minor]) => [name, minor?.toString()])),
  };
}

/** A credit in time is posted by the checkout's workflow. Any other is held, and has a workflow of its own. */
function toFact(row: CreditRow): Fact | null {
  if (row.new_fact_id === null) return null;
  return {
    factId: String(row.new_fact_id),
    kind: row.outcome === null ? 'CREDIT_RECEIVED' : 'CREDIT_HELD',
    subjectId: row.credit_id,
    deadline: null,
    checkout: toFactCheckout(row),
  };
}
