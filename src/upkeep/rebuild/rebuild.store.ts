import type pg from 'pg';
import type { RetryRequest } from '../../notify/delivery/delivery-attempts.port.js';
import { asId } from '../../domain/ids.js';
import type { FactCheckout, FactKind } from '../../platform/temporal/fact.js';
import type { CutOff } from '../../payouts/settlement/settlement-runs.js';
import type { SettlementCycle } from '../../domain/settlement-cycle.js';
import { query, queryOne } from '../../platform/database/database.js';
import { callNamed } from '../../platform/database/sql-call.js';
import { retryDelayMs } from '../../domain/webhook-retry-schedule.js';

/** Finds the facts that a workflow must still act on, the oldest first. */
const findOpen = {
  name: 'open_facts',
  text: 'select fact_id from fact where due_at is not null order by fact_id',
};
const retell = callNamed('resend_facts', 'resend_facts');
/**
 * Finds facts that Temporal has not received. A fact that was never sent is due now. A fact whose sending has not
 * succeeded yet is due again after 3 s, and after twice as long each further time. A fact that Temporal has received is
 * due much later.
 */
const findUnsent = {
  name: 'untold_facts',
  text: `select kind, coalesce(subject_id, checkout_id, '') as subject from fact
          where fact_id <= $1 and due_at <= case attempts
            when 0 then now() else now() + interval '3 seconds' * 2 ^ least(attempts - 1, 10) end
          order by fact_id`,
};
const findRefunds = {
  name: 'open_refunds',
  text: "select refund_id as id from refund where status not in ('SUCCESSFUL', 'FAILED') order by 1",
};
const findSettlements = {
  name: 'open_settlements',
  text: `select settlement_id as id from settlement
          where status in ('SCHEDULED', 'PROCESSING', 'UNKNOWN', 'ON_HOLD') and net_minor > 0 order by 1`,
};
const findCharges = {
  name: 'open_charges',
  text: `select a.attempt_id, c.checkout_id, c.merchant_id, c.payment_reference, c.amount_minor, c.currency, c.expires_at
           from card_attempt a join checkout c on c.checkout_id = a.checkout_id
          where is_open_attempt(a.status) and a.status <> 'PENDING' order by 1`,
};
const findRetrying = {
  name: 'retrying_deliveries',
  text: `select d.delivery_id, d.merchant_id, d.attempts, v.type, c.payment_reference, a.failure
           from webhook_delivery d
           join event v on v.event_id = d.event_id
           left join checkout c on c.checkout_id = v.checkout_id
           left join webhook_attempt a on a.delivery_id = d.delivery_id and a.attempt = d.attempts
          where d.status = 'RETRYING' and d.delivery_id > $1 order by d.delivery_id limit $2`,
};
const countCases = {
  name: 'count_open_cases',
  text: "select count(*) as count from attention_case where status = 'OPEN'",
};
/** Finds the unfinished runs without an open case. A run with an open case is started together with its case. */
const findRuns = {
  name: 'interrupted_settlement_runs',
  text: `select cycle, cut_off from settlement_run r
          where finished_at is null and not exists (
            select from attention_case c where c.kind = 'SETTLEMENT' and c.status = 'OPEN'
               and c.subject = r.cycle || '/' || to_char(r.cut_off at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
          order by cut_off`,
};
const lastSettled = {
  name: 'last_daily_run',
  text: "select max(cut_off) as at from settlement_run where cycle = 'DAILY'",
};

interface ChargeRow {
  attempt_id: string;
  checkout_id: string;
  merchant_id: string;
  payment_reference: string;
  amount_minor: bigint;
  currency: string;
  expires_at: Date;
}

interface RetryingRow {
  delivery_id: string;
  merchant_id: string;
  attempts: number;
  type: string;
  payment_reference: string | null;
  failure: string | null;
}

export interface UnsentFact {
  readonly kind: FactKind;
  /** The subject of the fact, such as the id of a refund or of a checkout. */
  readonly subject: string;
}

export interface OpenCharge {
  readonly attemptId: string;
  readonly checkout: FactCheckout;
}

/** Reads from PostgreSQL the work that workflows still have to do. */
export class PgRebuildStore {
  constructor(private readonly pool: pg.Pool) {}

  async openFacts(): Promise<string[]> {
    const rows = await query<{ fact_id: bigint }>(this.pool, findOpen, []);
    return rows.map((row) => String(row.fact_id));
  }

  /** Makes the facts due at once. The relay of a worker then sends them. */
  async retell(factIds: readonly string[]): Promise<void> {
    await query(this.pool, retell({ factIds }));
  }

  /** Returns the facts up to `factId` that Temporal has not received yet, the oldest first. */
  unsent(factId: string): Promise<UnsentFact[]> {
    return query<UnsentFact>(this.pool, findUnsent, [factId]);
  }

  /**
   * Returns the ids of the refunds that are neither SUCCESSFUL nor FAILED. Like a settlement's, a refund's fact is
   * closed by the first step, so the open facts do not name all of them.
   */
  refunds(): Promise<string[]> {
    return this.#ids(findRefunds);
  }

  settlements(): Promise<string[]> {
    return this.#ids(findSettlements);
  }

  /** Returns the charges that were sent to the acquirer and that may still get a result. */
  async charges(): Promise<OpenCharge[]> {
    const rows = await query<ChargeRow>(this.pool, findCharges, []);
    return rows.map((row) => ({
      attemptId: row.attempt_id,
      checkout: {
        checkoutId: asId('chk', row.checkout_id),
        merchantId: row.merchant_id,
        paymentReference: row.payment_reference,
        amountMinor: row.amount_minor,
        currency: row.currency,
        expiresAt: row.expires_at,
      },
    }));
  }

  async #ids(statement: { readonly name: string; readonly text: string }): Promise<string[]> {
    const rows = await query<{ id: string }>(this.pool, statement, []);
    return rows.map(({ id }) => id);
  }

  /** Returns the deliveries after this id that wait for another attempt. */
  async retrying(after: string, limit: number): Promise<RetryRequest[]> {
    const rows = await query<RetryingRow>(this.pool, findRetrying, [after, limit]);
    return rows.map((row) => ({
      deliveryId: row.delivery_id,
      merchantId: row.merchant_id,
      attempts: row.attempts,
      eventType: row.type,
      paymentReference: row.payment_reference,
      failure: row.failure ?? 'UNREACHABLE',
      waitMs: retryDelayMs(row.attempts, Math.random()) ?? 0,
    }));
  }

  async openCases(): Promise<number> {
    return Number((await queryOne<{ count: bigint }>(this.pool, countCases, [])).count);
  }

  /** Returns the runs of the settlement that have begun and not ended, the oldest first. */
  async interruptedRuns(): Promise<CutOff[]> {
    const rows = await query<{ cycle: SettlementCycle; cut_off: Date }>(this.pool, findRuns, []);
    return rows.map(({ cycle, cut_off: cutOff }) => ({ cycle, cutOff }));
  }

  /** Returns the cut-off of the last daily settlement. Null when there was none. */
  async lastCutOff(): Promise<Date | null> {
    return (await queryOne<{ at: Date | null }>(this.pool, lastSettled, [])).at;
  }
}
