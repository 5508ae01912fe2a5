import type pg from 'pg';
import { queryOne } from '../../platform/database/database.js';
import { callNamed } from '../../platform/database/sql-call.js';

const bookDebit = callNamed('book_debit', 'booked').as<{ booked: bigint | null }>();

/** A bank that is or was held: nothing is sent through it until its statement has been read. */
export interface HeldBank {
  readonly provider: string;
  readonly reason: string;
  readonly readFrom: Date;
  /** Null while the bank is held. */
  readonly endedAt: Date | null;
}

/** A debit on the bank's statement that the books do not know. */
export interface UnknownDebit {
  readonly subject: string;
  /** The amount in kobo, as text. */
  readonly amount: string;
  /**
   * The merchant whose settlement the debit probably was, and the amount that this settlement would send now. Null when
   * it was nobody's.
   */
  readonly merchantId: string | null;
  readonly insteadMinor: bigint | null;
}

export interface DebitBooking {
  readonly sessionId: string;
  /** The merchant who has received the money. Null when the debit is our loss. */
  readonly merchantId: string | null;
  readonly operator: string;
  readonly reason: string;
}

/** Steps that a person takes after a restore of the database. */
export class PgRecoveryByHand {
  constructor(private readonly pool: pg.Pool) {}

  /**
   * Books the debit and returns the amount that was booked. @throws the database's error when there is no such debit
   */
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
