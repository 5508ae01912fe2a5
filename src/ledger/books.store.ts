import type pg from 'pg';
import { transactPatiently } from '../platform/database/database.js';

/** The sums read all refunds and payouts. */
const readingMs = 60_000;

/** The books at one moment, with the result of their last proof. */
export interface Books {
  /** The claims of the last proof, each with the number of rows that speak against it. */
  readonly claims: readonly { readonly claim: string; readonly faults: bigint }[];
  /** Closed months, oldest first. */
  readonly periods: readonly {
    readonly month: string;
    readonly journals: bigint;
    readonly digest: string;
  }[];
  /** Our money at each bank. */
  readonly pools: readonly {
    readonly provider: string;
    readonly currency: string;
    readonly heldMinor: bigint;
  }[];
  /** Oldest first. */
  readonly suspense: readonly {
    readonly accountId: string;
    readonly heldMinor: bigint;
    /** Null: the thing that the account is for does not exist. */
    readonly since: Date | null;
    readonly isOverdue: boolean | null;
  }[];
  readonly refunds: readonly StatusSum[];
  readonly payouts: readonly StatusSum[];
}

export interface StatusSum {
  readonly status: string;
  readonly currency: string;
  readonly count: bigint;
  readonly sumMinor: bigint;
}

const sums = (table: 'refund' | 'payout'): string =>
  `select status, currency, count(*) as count, sum(amount_minor)::bigint as "sumMinor" from ${table}
    group by status, currency order by status, currency`;

/** The books as a person reads them. */
export class PgBooks {
  constructor(private readonly pool: pg.Pool) {}

  /** All parts are read in one snapshot, because they must describe the same moment. */
  read(): Promise<Books> {
    const read = async (client: pg.PoolClient): Promise<Books> => {
      const rows = async (sql: string) => (await client.query(sql)).rows as never[];
      return {
        claims: await rows(
          `select c.claim, c.faults::bigint from proof_run r cross join lateral jsonb_each_text(r.faults) c (claim, faults)
            where r.ended_at is not null`,
        ),
        periods: await rows(
          `select to_char(month, 'YYYY-MM') as month, journals::bigint, encode(digest, 'hex') as digest from period order by month`,
        ),
        pools: await rows(
          'select provider, currency, minor::bigint as "heldMinor" from pool_position order by provider, currency',
        ),
        suspense: await rows(
          `select account_id as "accountId", held_minor::bigint as "heldMinor", since, overdue as "isOverdue"
             from suspense_aged order by since`,
        ),
        refunds: await rows(sums('refund')),
        payouts: await rows(sums('payout')),
      };
    };
    const snapshot = 'isolation level repeatable read read only';
    return transactPatiently(this.pool, readingMs, read, snapshot);
  }
}
