import type pg from 'pg';
import { query, queryOne } from '../../platform/database/database.js';

const inFlight = {
  name: 'money_in_flight',
  text: 'select kind, count::integer as count, amount_minor as "amountMinor", since from money_in_flight()',
};
const inSuspense = {
  name: 'money_in_suspense',
  text: `select 'SUSPENSE' as kind, count::integer as count, amount_minor as "amountMinor", null as since from money_in_suspense()`,
};
const disputes = {
  name: 'open_disputes',
  text: `select dispute_id as "disputeId", merchant_id as "merchantId", merchant_name as "merchantName",
                amount_minor as "amountMinor", currency, due_at as "dueAt", is_answered as "isAnswered" from open_disputes($1)`,
};
const banks = {
  name: 'banks_health',
  text: `select provider, bank_name as "bankName", statement_at as "statementAt", unanswered::integer as unanswered,
                unanswered_since as "unansweredSince", difference_minor as "differenceMinor", hold from banks_health()`,
};

export interface InFlight {
  readonly kind: 'REFUND' | 'PAYOUT' | 'SUSPENSE';
  readonly count: number;
  readonly amountMinor: bigint;
  readonly since: Date | null;
}

export interface OpenDispute {
  readonly disputeId: string;
  readonly merchantId: string | null;
  readonly merchantName: string | null;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly dueAt: Date | null;
  readonly isAnswered: boolean;
}

export interface BankHealth {
  readonly provider: string;
  readonly bankName: string;
  readonly statementAt: Date | null;
  /** The number of sendings that the bank has not answered for a minute. */
  readonly unanswered: number;
  readonly unansweredSince: Date | null;
  /** Our money at the bank by the books, less the balance of its statement. Null when the bank has no statement. */
  readonly differenceMinor: bigint | null;
  readonly hold: string | null;
}

/** Reads the state of the installation from PostgreSQL. */
export class PgHome {
  constructor(private readonly pool: pg.Pool) {}

  inFlight(): Promise<InFlight[]> {
    return query<InFlight>(this.pool, inFlight, []);
  }

  inSuspense(): Promise<InFlight> {
    return queryOne<InFlight>(this.pool, inSuspense, []);
  }

  disputes(limit: number): Promise<OpenDispute[]> {
    return query<OpenDispute>(this.pool, disputes, [limit]);
  }

  banks(): Promise<BankHealth[]> {
    return query<BankHealth>(this.pool, banks, []);
  }
}
