import type pg from 'pg';
import {
  type GivenStatement,
  queryOnePatiently,
  queryPatiently,
} from '../../platform/database/database.js';

/** The limit for the money of one merchant. */
const replanningMs = 600_000;

const waitingMerchants: GivenStatement<{ merchantId: string }> = {
  name: 'merchants_to_replan',
  text: `select m.merchant_id as "merchantId" from merchant m
          where exists (select from balance_transaction b
                         where b.merchant_id = m.merchant_id and b.settlement_id is null and b.due_on >= $1)
          order by m.merchant_id`,
  values: [],
};
const replanMerchant: GivenStatement<{ moves: readonly Move[] }> = {
  name: 'replan_after_holiday',
  text: `select (select coalesce(json_agg(json_build_object(
                   'wasDueOn', m.was_due_on, 'nowDueOn', m.now_due_on, 'transactions', m.transactions,
                   'merchants', m.merchants, 'netMinor', m.net_minor::text)), '[]') from unnest(r.moves) m) as moves
           from replan_due_dates($1, $2) as r (moves)`,
  values: [],
};

/** Days of Lagos as `2026-12-28`. */
export interface Declaration {
  readonly day: string;
  readonly name: string;
  readonly operator: string;
  readonly reason: string;
}

/** The money that moved from one due date to another. */
export interface Move {
  readonly wasDueOn: string;
  readonly nowDueOn: string;
  readonly transactions: number;
  readonly merchants: number;
  readonly netMinor: string;
}

export interface HolidayChange {
  /** undefined: the day is in a weekend. */
  readonly outcome: 'DECLARED' | 'WITHDRAWN' | 'UNCHANGED' | undefined;
  readonly moves: readonly Move[];
}

export interface HolidayOfYear {
  readonly day: string;
  readonly weekday: string;
  /** Null: the day was declared a working day. */
  readonly holiday: string | null;
  readonly isDeclared: boolean;
}

/**
 * The days on which no merchant is paid. Each change is committed first: from then on no run pays on a holiday. Then it
 * computes new due dates for money that is not settled yet, merchant by merchant. When that fails for a merchant, the
 * change throws after the others; made again, it moves what is left.
 */
export class PgHolidays {
  constructor(private readonly pool: pg.Pool) {}

  add(declaration: Declaration): Promise<HolidayChange> {
    const { day, name, operator, reason } = declaration;
    const call = 'declare_holiday($1, true, $2, $3, $4)';
    return this.#change(declaration, call, [day, name, operator, reason]);
  }

  workday(declaration: Declaration): Promise<HolidayChange> {
    const { day, operator, reason } = declaration;
    const call = "declare_holiday($1, false, 'Working day', $2, $3)";
    return this.#change(declaration, call, [day, operator, reason]);
  }

  withdraw(declaration: Declaration): Promise<HolidayChange> {
    const { day, operator, reason } = declaration;
    return this.#change(declaration, 'withdraw_holiday($1, $2, $3)', [day, operator, reason]);
  }

  async ofYear(year: string): Promise<readonly HolidayOfYear[]> {
    const { rows } = await this.pool.query<HolidayOfYear>(
      `select d.day::text as day, to_char(d.day, 'Dy') as weekday, d.holiday, d.is_declared as "isDeclared"
         from days_between($1, $2) d where d.holiday is not null or d.is_declared order by d.day`,
      [`${year}-01-01`, `${year}-12-31`],
    );
    return rows;
  }

  async #change(
    { day, operator, reason }: Declaration,
    call: string,
    values: readonly string[],
  ): Promise<HolidayChange> {
    const { rows } = await this.pool.query<{ outcome: HolidayChange['outcome'] | 'WEEKEND' }>(
      `select ${call} as outcome`,
      [...values],
    );
    const outcome = rows[0]?.outcome;
    if (outcome === 'WEEKEND') return { outcome: undefined, moves: [] };
    const { moves, failure } = await this.#replan(day);
    const moved = moves.reduce((total, { transactions }) => total + transactions, 0);
    if (moved > 0) {
      await this.pool.query('select note_holiday($1, $2, $3, $4)', [day, operator, reason, moved]);
    }
    if (failure !== undefined) throw failure;
    return { outcome, moves };
  }

  /** Each merchant in a transaction of its own, so that none waits for the money of another. */
  async #replan(day: string): Promise<{ moves: readonly Move[]; failure: Error | undefined }> {
    const waiting = { ...waitingMerchants, values: [day] };
    const all = new Map<string, Move>();
    let failure: Error | undefined;
    for (const { merchantId } of await queryPatiently(this.pool, waiting, replanningMs)) {
      try {
        const replan = { ...replanMerchant, values: [day, merchantId] };
        const { moves } = await queryOnePatiently(this.pool, replan, replanningMs);
        for (const move of moves) add(all, move);
      } catch (error) {
        failure ??= error as Error;
      }
    }
    const moves = [...all.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    return { moves, failure };
  }
}

const keyOf = ({ wasDueOn, nowDueOn }: Move): string => `${wasDueOn} ${nowDueOn}`;

function add(all: Map<string, Move>, move: Move): void {
  const known = all.get(keyOf(move));
  const sum = known && {
    ...move,
    transactions: known.transactions + move.transactions,
    merchants: known.merchants + move.merchants,
    netMinor: String(BigInt(known.netMinor) + BigInt(move.netMinor)),
  };
  all.set(keyOf(move), sum ?? move);
}
