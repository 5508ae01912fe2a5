import type pg from 'pg';
import { queryOne } from '../../platform/database/database.js';
import { callNamed } from '../../platform/database/sql-call.js';

const bookDebit = callNamed('book_debit', 'booked').as<{ booked: bigint | null }>();

/** A bank to which nothing is sent until its statement is read, or was not. */
export interface HeldBank {
  readonly provider: string;
  readonly reason: string;
  readonly readFrom: Date;
  /** Null: it is still held. */
  readonly endedAt: Date | null;
}

/** A debit of the bank's statement that the books do not know. */
export interface UnknownDebit {
  readonly subject: string;
  /** The amount in kobo, as text. */
  readonly amount: string;
  /**
   * The merchant whose settlement the debit likely was, and the amount that settlement would send now; null: nobody's.
   */
  readonly merchantId: string | null;
  readonly insteadMinor: bigint | null;
}

export interface DebitBooking {
  readonly sessionId: string;
  /** Null: it is our loss. */
  readonly merchantId: string | null;
  readonly operator: string;
  readonly reason: string;
}

/** Steps that a person takes after a restore of the database. */
export class PgRecoveryByHand {
  constructor(private readonly pool: pg.Pool) {}

  /** Holds all that is to be sent until the banks' statements were read, so many minutes from now. */
  async begin(minutes: number): Promise<void> {
    await this.pool.query(`select begin_recovery('BY_HAND', $1, 0)`, [minutes]);
  }

  /** The amount that was booked. @throws of the database when there is no such debit */
  async book({ sessionId, merchantId, operator, reason }: DebitBooking): Promise<bigint> {
    const booking = bookDebit({ sessionId, merchantId, operator, reason });
    return (await queryOne(this.pool, booking)).booked ?? 0n;
  }

  async banks(): Promise<readonly HeldBank[]> {
    const { rows } = await this.pool.query<HeldBank>(
      `select distinct on (provider) provider, reason, read_from as "readFrom", ended_at as "endedAt"
         from recovery order by provider, began_at desc`,
    );
    return rows;
  }

  async unknownDebits(): Promise<readonly UnknownDebit[]> {
    const { rows } = await this.pool.query<UnknownDebit>(
      `select f.subject, f.detail ->> 'amountMinor' as amount, p.merchant_id as "merchantId",
              p.amount_minor::bigint as "insteadMinor"
         from finding f left join lateral payout_instead_of(f.detail ->> 'provider', f.subject) p on true
        where f.kind in ('UNEXPLAINED_DEBIT', 'UNEXPLAINED_STAMP_DUTY') and f.action = 'ATTENTION' order by f.found_at`,
    );
    return rows;
  }
}
