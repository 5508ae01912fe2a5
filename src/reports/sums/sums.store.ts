import type pg from 'pg';
import { type GivenStatement, query, queryPatiently } from '../../platform/database/database.js';
import type { Split } from './split.js';

const sumsOf = {
  name: 'sums_of',
  text: `select s.key, s.is_total as "isTotal", s.payments, s.gross_minor as "grossMinor", s.fee_minor as "feeMinor", s.refunds,
                s.refund_minor as "refundMinor", s.dispute_minor as "disputeMinor", s.adjustment_minor as "adjustmentMinor",
                s.net_minor as "netMinor", s.settled_minor as "settledMinor", s.change_minor as "changeMinor", s.exceptions,
                s.initiated, s.paid, s.median_seconds as "medianSeconds"
           from sums_of($1, $2, $3, $4, $5) with ordinality
             s (key, is_total, payments, gross_minor, fee_minor, refunds, refund_minor, dispute_minor, adjustment_minor, net_minor,
                settled_minor, change_minor, exceptions, initiated, paid, median_seconds, place)
          order by s.place`,
};

export interface Sums {
  readonly key: string;
  readonly isTotal: boolean;
  readonly payments: bigint;
  readonly grossMinor: bigint;
  /** The fees with VAT and stamp duty. */
  readonly feeMinor: bigint;
  readonly refunds: bigint;
  readonly refundMinor: bigint;
  readonly disputeMinor: bigint;
  readonly adjustmentMinor: bigint;
  readonly netMinor: bigint;
  readonly settledMinor: bigint;
  readonly changeMinor: bigint;
  readonly exceptions: bigint;
  readonly initiated: bigint;
  readonly paid: bigint;
  readonly medianSeconds: number | null;
}

export interface SumsWish {
  /** Null: of all merchants. */
  readonly merchantId: string | null;
  readonly since: Date;
  readonly before: Date;
  readonly by: Split;
  readonly currency: string;
}

/** Adds up sums on PostgreSQL. The last row is the total. */
export class PgSums {
  /**
   * `byStatusMs`: the time that sums by status may take, because no such sums are stored. Undefined: the same time as
   * for any other statement.
   */
  constructor(
    private readonly pool: pg.Pool,
    private readonly byStatusMs?: number,
  ) {}

  of({ merchantId, since, before, by, currency }: SumsWish): Promise<Sums[]> {
    const values = [merchantId, since, before, by, currency];
    const given: GivenStatement<Sums> = { ...sumsOf, values };
    if (by !== 'status' || this.byStatusMs === undefined) return query(this.pool, given);
    return queryPatiently(this.pool, given, this.byStatusMs);
  }
}
