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

const isOpenSettlement = `status in ('SCHEDULED', 'PROCESSING', 'UNKNOWN', 'ON_HOLD')`;
const lastRuns = `(values ('DAILY'), ('INSTANT')) c (name) cross join lateral (
  select * from settlement_run x where x.cycle = c.name and x.finished_at is not null order by x.cut_off desc limit 1) r`;

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
  manilla_books_faults: {
    help: 'What breaks a claim about the books, as of its last proof; 0: it holds.',
    label: 'claim',
    text: 'select claim as label, faults as value from proven_claim',
  },
  manilla_books_proof_age_seconds: {
    help: 'How long ago a claim about the books was last looked at.',
    label: 'claim',
    text: 'select claim as label, extract(epoch from now() - proven_at) as value from proven_claim',
  },
  manilla_books_proof_seconds: {
    help: 'How long it took to look at a claim about the books, the last time.',
    label: 'claim',
    text: 'select claim as label, took_ms / 1000.0 as value from proven_claim',
  },
  manilla_number_pool_used_ratio: {
    help: 'How much of a prefix is used: in use or in quarantine, as of the last count (each sweep counts).',
    label: 'prefix',
    text: `select b.prefix as label, (u.in_use + u.quarantined)::numeric / b.capacity as value
             from number_prefix b join prefix_usage u on u.prefix = b.prefix`,
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
  manilla_settlements_open: {
    help: 'Settlements that are not final, by status: what is held, and what became of which is not known.',
    label: 'status',
    text: `select status as label, count(*) as value from settlement where ${isOpenSettlement} group by status`,
  },
  manilla_settlements_open_minor: {
    help: 'What these settlements are to pay, in minor units, by status.',
    label: 'status',
    text: `select status as label, sum(net_minor - paid_minor) as value from settlement where ${isOpenSettlement} group by status`,
  },
  manilla_settlement_run_lag_seconds: {
    help: 'How long ago the cut-off of the last finished run was, by cycle.',
    label: 'cycle',
    text: `select cycle as label, extract(epoch from now() - cut_off) as value from ${lastRuns}`,
  },
  manilla_settlement_run_seconds: {
    help: 'How long the last finished run took, by cycle.',
    label: 'cycle',
    text: `select cycle as label, extract(epoch from finished_at - started_at) as value from ${lastRuns}`,
  },
  manilla_settlement_run_amount_minor: {
    help: 'What the last finished run has set out to pay, in minor units, by cycle.',
    label: 'cycle',
    text: `select cycle as label, coalesce((result ->> 'amountMinor')::numeric, 0) as value from ${lastRuns}`,
  },
  manilla_settlement_run_merchants: {
    help: 'What the last finished daily run came to, in merchants, by outcome.',
    label: 'outcome',
    text: `select key as label, value::numeric as value from ${lastRuns}
            cross join lateral jsonb_each_text(result) where cycle = 'DAILY' and key <> 'amountMinor'`,
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
