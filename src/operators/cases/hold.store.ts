import type pg from 'pg';
import type { StandingHold } from '../../domain/outgoing-hold.js';
import { query } from '../../platform/database/database.js';

/** A hold, and the bank or acquirer through which it keeps money from leaving. */
export interface ProviderHold extends StandingHold {
  readonly provider: string;
}

/** A refund, or the rest of a settlement, that waits to be sent. It holds nothing personal. */
export interface WaitingSending {
  readonly kind: 'REFUND' | 'PAYOUT';
  /** The id of the refund, or of the settlement. */
  readonly subject: string;
  readonly reference: string;
  readonly merchantId: string | null;
  readonly merchantName: string | null;
  readonly provider: string | null;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly hold: string;
  /** The case in which the hold is decided. */
  readonly caseNumber: bigint | null;
  readonly dueSince: Date;
  readonly sendsFrom: Date | null;
}

const statements = {
  holds: {
    name: 'outgoing_holds',
    text: `select hold, provider, bank_name as "bankName", since, cases::text[] as cases, refunds::integer as refunds,
                  payouts::integer as payouts, amount_minor as "amountMinor"
             from outgoing_holds()`,
  },
  waiting: {
    name: 'waiting_to_be_sent',
    text: `select w.kind, w.subject, w.reference, w.merchant_id as "merchantId", m.trade_name as "merchantName", w.provider,
                  w.amount_minor as "amountMinor", w.currency, w.hold, w.case_number as "caseNumber",
                  w.due_since as "dueSince", w.sends_from as "sendsFrom"
             from waiting_to_be_sent w left join merchant m on m.merchant_id = w.merchant_id
            where w.hold is not null order by is_of_bank(w.hold) desc, w.due_since, w.subject limit $1`,
  },
} as const;

/** Reads the holds that stop money from leaving. */
export class PgHolds {
  constructor(private readonly pool: pg.Pool) {}

  /** Lists the holds; those that stop all sending through a bank come first. */
  async holds(): Promise<ProviderHold[]> {
    const rows = await query<Omit<ProviderHold, 'cases'> & { cases: string[] }>(
      this.pool,
      statements.holds,
      [],
    );
    return rows.map((row) => ({ ...row, cases: row.cases.map(BigInt) }));
  }

  /** Lists the sendings that wait for a hold; those that have waited longest come first. */
  waiting(limit: number): Promise<WaitingSending[]> {
    return query(this.pool, statements.waiting, [limit]);
  }
}
