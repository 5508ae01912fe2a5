import type pg from 'pg';
import { query } from '../persistence/database.js';

/** One figure that stands otherwise than it should, split by a label. */
export interface Figure {
  readonly name: string;
  readonly help: string;
  readonly label: string;
}

interface Sql {
  /** Rows of `label` and `value`. */
  readonly text: string;
}

const table: Readonly<Record<string, Omit<Figure, 'name'> & Sql>> = {
  manilla_findings_total: {
    help: 'What reconciliations and sweeps have found, by kind.',
    label: 'kind',
    text: 'select kind as label, sum(times) as value from finding group by kind',
  },
  manilla_findings_open: {
    help: 'Findings that only a person can put right, by kind.',
    label: 'kind',
    text: `select kind as label, count(*) as value from finding where action = 'ATTENTION' group by kind`,
  },
  manilla_suspense_minor: {
    help: 'Money in suspense, in minor units, by account (22xx).',
    label: 'account',
    text: `select code as label, -sum(balance_minor) as value from ledger_account
            where code in ('2200', '2210', '2220', '2230') group by code`,
  },
  manilla_refunds_open: {
    help: 'Refunds that are not final, by status.',
    label: 'status',
    text: `select status as label, count(*) as value from refund
            where status not in ('SUCCESSFUL', 'FAILED') group by status`,
  },
};

export const figures: readonly Figure[] = Object.entries(table).map(([name, { help, label }]) => ({
  name,
  help,
  label,
}));

interface FigureRow {
  label: string;
  value: bigint | string;
}

export class PgFigureStore {
  constructor(private readonly pool: pg.Pool) {}

  async read({ name }: Figure): Promise<readonly { label: string; value: number }[]> {
    const text = table[name]?.text;
    if (text === undefined) throw new TypeError(`there is no figure ${name}`);
    const rows = await query<FigureRow>(this.pool, { name, text }, []);
    return rows.map(({ label, value }) => ({ label, value: Number(value) }));
  }
}
