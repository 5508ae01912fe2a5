import type pg from 'pg';

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
 * The days on which no merchant is paid. Each change also computes new due dates, in the same transaction, for money
 * that is not settled yet.
 */
export class PgHolidays {
  constructor(private readonly pool: pg.Pool) {}

  add({ day, name, operator, reason }: Declaration): Promise<HolidayChange> {
    return this.#change('declare_holiday($1, true, $2, $3, $4)', [day, name, operator, reason]);
  }

  workday({ day, operator, reason }: Declaration): Promise<HolidayChange> {
    const call = "declare_holiday($1, false, 'Working day', $2, $3)";
    return this.#change(call, [day, operator, reason]);
  }

  withdraw({ day, operator, reason }: Declaration): Promise<HolidayChange> {
    return this.#change('withdraw_holiday($1, $2, $3)', [day, operator, reason]);
  }

  async ofYear(year: string): Promise<readonly HolidayOfYear[]> {
    const { rows } = await this.pool.query<HolidayOfYear>(
      `select d.day::text as day, to_char(d.day, 'Dy') as weekday, d.holiday, d.is_declared as "isDeclared"
         from days_between($1, $2) d where d.holiday is not null or d.is_declared order by d.day`,
      [`${year}-01-01`, `${year}-12-31`],
    );
    return rows;
  }

  async #change(call: string, values: readonly string[]): Promise<HolidayChange> {
    const { rows } = await this.pool.query<{
      outcome: HolidayChange['outcome'] | 'WEEKEND';
      moves: Move[];
    }>(
      `select outcome, (select coalesce(json_agg(json_build_object(
                'wasDueOn', m.was_due_on, 'nowDueOn', m.now_due_on, 'transactions', m.transactions,
                'merchants', m.merchants, 'netMinor', m.net_minor::text)), '[]') from unnest(moves) m) as moves
         from ${call}`,
      [...values],
    );
    const [row] = rows;
    if (row === undefined) throw new Error('the database gave no answer');
    const { outcome, moves } = row;
    return { outcome: outcome === 'WEEKEND' ? undefined : outcome, moves };
  }
}
