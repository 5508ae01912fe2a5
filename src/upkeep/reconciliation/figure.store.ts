import type pg from 'pg';
import { caseKinds } from '../../domain/case-kind.js';
import { bankHolds } from '../../domain/outgoing-hold.js';
import { businessFigures } from './business-figures.js';
import type { Figure, FigureSql } from './figure.js';
import { query } from '../../platform/database/database.js';

export type { Figure } from './figure.js';

const isOpenSettlement = `status in ('SCHEDULED', 'PROCESSING', 'UNKNOWN', 'ON_HOLD')`;
const lastRunsOf = (runs: string) =>
  `(values ('DAILY'), ('INSTANT')) c (name) cross join lateral (
  select * from settlement_run x where x.cycle = c.name and x.finished_at is not null${runs} order by x.cut_off desc limit 1) r`;
const lastRuns = lastRunsOf('');
/** Leaves out the daily runs of days without banks, which pay nothing. */
const lastPayingRuns = lastRunsOf(
  ` and (x.cycle <> 'DAILY' or is_business_day(lagos_date(x.cut_off)))`,
);

/** Selects every hold of every bank, so that a bank without a hold is reported as 0. */
const eachBankHold = `(select distinct b.provider, x.hold from number_prefix b
  cross join (values ${bankHolds.map((hold) => `('${hold}')`).join(', ')}) x (hold))`;

/** Selects every kind of case, so that a kind without a case is reported as 0. */
const eachKind = `(values ${caseKinds.map((kind) => `('${kind}')`).join(', ')}) k (kind)`;

/** Selects the case of each kind that has waited longest. */
const oldestCases = `(select distinct on (x.kind) x.kind, x.case_number, x.amount_minor
  from attention_case x where x.status = 'OPEN' order by x.kind, x.opened_at, x.case_number)`;

const table: Readonly<Record<string, FigureSql>> = {
  ...businessFigures,
  manilla_findings: {
    help: 'What reconciliations and sweeps have found, by kind.',
    labels: ['kind'],
    text: 'select kind, sum(times) as value from finding group by kind',
  },
  manilla_findings_open: {
    help: 'Findings that only a person can put right, by kind.',
    labels: ['kind'],
    text: `select kind, count(*) as value from finding where action = 'ATTENTION' group by kind`,
  },
  manilla_books_faults: {
    help: 'What breaks a claim about the books, as of its last proof; 0: it holds.',
    labels: ['claim'],
    text: 'select claim, faults as value from proven_claim',
  },
  manilla_books_proof_age_seconds: {
    help: 'How long ago a claim about the books was last looked at.',
    labels: ['claim'],
    text: 'select claim, extract(epoch from now() - proven_at) as value from proven_claim',
  },
  manilla_books_proof_seconds: {
    help: 'How long it took to look at a claim about the books, the last time.',
    labels: ['claim'],
    text: 'select claim, took_ms / 1000.0 as value from proven_claim',
  },
  manilla_number_pool_used_ratio: {
    help: 'How much of a prefix is used: in use or in quarantine, as of the last count (each sweep counts).',
    labels: ['prefix'],
    text: `select b.prefix, (u.in_use + u.quarantined)::numeric / b.capacity as value
             from number_prefix b join prefix_usage u on u.prefix = b.prefix`,
  },
  manilla_refunds_open: {
    help: 'Refunds that are not final, by status.',
    labels: ['status'],
    text: `select status, count(*) as value from refund
            where status not in ('SUCCESSFUL', 'FAILED') group by status`,
  },
  manilla_outgoing_hold: {
    help: 'Whether nothing may leave through a bank (1) or it may (0), by the cause that holds it.',
    labels: ['provider', 'hold'],
    text: `select coalesce(e.provider, h.provider) as provider, coalesce(e.hold, h.hold) as hold, (h.hold is not null)::integer as value
             from ${eachBankHold} e
             full join (select x.provider, x.hold from outgoing_holds() x where is_of_bank(x.hold)) h
               on h.provider = e.provider and h.hold = e.hold`,
  },
  manilla_outgoing_waiting: {
    help: 'Refunds and payouts that wait to be sent, by what holds them.',
    labels: ['provider', 'hold'],
    text: 'select provider, hold, refunds + payouts as value from outgoing_holds()',
  },
  manilla_outgoing_waiting_minor: {
    help: 'What these refunds and payouts are to pay, in minor units, by what holds them.',
    labels: ['provider', 'hold'],
    text: 'select provider, hold, amount_minor as value from outgoing_holds()',
  },
  manilla_settlements_open: {
    help: 'Settlements that are not final, by status: what is held, and what became of which is not known.',
    labels: ['status'],
    text: `select status, count(*) as value from settlement where ${isOpenSettlement} group by status`,
  },
  manilla_settlements_open_minor: {
    help: 'What these settlements are to pay, in minor units, by status and currency.',
    labels: ['status', 'currency'],
    text: `select s.status, s.currency, sum(p.amount_minor) as value
             from (select settlement_id, status, currency from settlement where ${isOpenSettlement}) s
             join payout p on p.settlement_id = s.settlement_id and p.status in ('SCHEDULED', 'PROCESSING', 'UNKNOWN')
            group by s.status, s.currency`,
  },
  manilla_settlement_run_lag_seconds: {
    help: 'How long ago the cut-off of the last finished run was, by cycle.',
    labels: ['cycle'],
    text: `select cycle, extract(epoch from now() - cut_off) as value from ${lastRuns}`,
  },
  manilla_settlement_run_seconds: {
    help: 'How long the last finished run took, by cycle.',
    labels: ['cycle'],
    text: `select cycle, extract(epoch from finished_at - started_at) as value from ${lastRuns}`,
  },
  manilla_settlement_run_amount_minor: {
    help: 'What the last finished run has set out to pay, in minor units, by cycle; DAILY: of a business day.',
    labels: ['cycle'],
    text: `select cycle, coalesce((result ->> 'amountMinor')::numeric, 0) as value from ${lastPayingRuns}`,
  },
  manilla_settlement_run_merchants: {
    help: 'What the last finished daily run of a business day came to, in merchants, by outcome.',
    labels: ['outcome'],
    text: `select key as outcome, value::numeric as value from ${lastPayingRuns}
            cross join lateral jsonb_each_text(result) where cycle = 'DAILY' and key <> 'amountMinor'`,
  },
  manilla_attention_open: {
    help: 'Cases that wait for a person, by kind and reason.',
    labels: ['kind', 'reason'],
    text: `select kind, reason, count(*) as value from attention_case where status = 'OPEN' group by kind, reason`,
  },
  manilla_attention_oldest_age_seconds: {
    help: 'How long the oldest case of a kind has waited for a person; 0: none waits.',
    labels: ['kind'],
    text: `select k.kind, coalesce(extract(epoch from now() - min(c.opened_at)), 0) as value
             from ${eachKind} left join attention_case c on c.kind = k.kind and c.status = 'OPEN' group by k.kind`,
  },
  manilla_attention_oldest_case: {
    help: 'The number of the case of a kind that has waited longest; 0: none waits.',
    labels: ['kind'],
    text: `select k.kind, coalesce(c.case_number, 0) as value from ${eachKind} left join ${oldestCases} c on c.kind = k.kind`,
  },
  manilla_attention_oldest_case_minor: {
    help: 'What that case is about, in minor units; 0: nothing, or an amount that is not known.',
    labels: ['kind'],
    text: `select k.kind, coalesce(c.amount_minor, 0) as value from ${eachKind} left join ${oldestCases} c on c.kind = k.kind`,
  },
  manilla_attention_amount_minor: {
    help: 'What the cases that wait for a person are about, in minor units, by kind and currency.',
    labels: ['kind', 'currency'],
    text: `select k.kind, coalesce(c.currency, home_currency()) as currency, coalesce(sum(c.amount_minor), 0) as value
             from ${eachKind} left join attention_case c on c.kind = k.kind and c.status = 'OPEN' group by 1, 2`,
  },
  manilla_facts_overdue: {
    help: 'Facts that no workflow has applied by the time they were due, by kind.',
    labels: ['kind'],
    text: 'select kind, count(*) as value from fact where due_at < now() group by kind',
  },
  manilla_facts_oldest_overdue_seconds: {
    help: 'How long ago the oldest overdue fact happened; 0: none is overdue.',
    labels: [],
    text: 'select coalesce(extract(epoch from now() - min(created_at)), 0) as value from fact where due_at < now()',
  },
  manilla_relay_lag_seconds: {
    help: 'How long the relay lets a fact wait beyond the time when it is to be sent again; 0: it keeps up.',
    labels: [],
    text: 'select coalesce(extract(epoch from now() - min(due_at)), 0) as value from fact where due_at < now()',
  },
  manilla_webhook_deliveries: {
    help: 'Webhooks that are not delivered yet, by status.',
    labels: ['status'],
    // The figure takes two queries, because each of them reads an index of its own.
    text: `select status, count(*) as value from webhook_delivery where status in ('PENDING', 'DELIVERING') group by status
           union all select 'RETRYING', count(*) from webhook_delivery where status = 'RETRYING'`,
  },
  manilla_webhook_oldest_unsent_seconds: {
    help: 'How long the oldest webhook waits for its first attempt; 0: none waits.',
    labels: [],
    text: `select coalesce(extract(epoch from now() - min(created_at)), 0) as value from webhook_delivery
            where status in ('PENDING', 'DELIVERING') and attempts = 0`,
  },
  manilla_webhook_endpoints: {
    help: 'Endpoints of merchants: FAILING (no success since a failure), SUPPRESSED (given up), DISABLED, or ACTIVE.',
    labels: ['status'],
    text: `select case when status = 'ACTIVE' and failing_since is not null then 'FAILING' else status end as status, count(*) as value
             from webhook_endpoint group by 1`,
  },
  manilla_bank_difference_minor: {
    help: "Our money at a bank by the books, less the balance on the bank's last statement line, in minor units.",
    labels: ['provider'],
    text: `select p.provider, p.minor - l.balance_minor as value
             from pool_position p cross join lateral last_line_of(p.provider) l
            where p.currency = home_currency() and l.balance_minor is not null`,
  },
  manilla_statement_lines_waiting: {
    help: "Lines of a bank's statement that could not be matched yet, without those that wait for the outcome of a sending.",
    labels: ['provider'],
    text: `select w.provider, count(*) as value from statement_line_waiting w
            where not waits_for_outcome(w) group by w.provider`,
  },
};

/** The figure that reads every suspense account that there ever was. It is read apart from the others, and less often. */
export const suspenseFigure = 'manilla_suspense_minor';

const suspenseTable: Readonly<Record<string, FigureSql>> = {
  [suspenseFigure]: {
    help: 'Money in suspense, in minor units, by account (22xx) and currency.',
    labels: ['account', 'currency'],
    text: `select code as account, currency, -sum(balance_minor) as value from ledger_account
            where code in ('2200', '2210', '2220', '2230') group by code, currency`,
  },
};

export const figures: readonly Figure[] = Object.entries({ ...table, ...suspenseTable }).map(
  ([name, { help, labels }]) => ({ name, help, labels }),
);

/** Returns the text that reads figures in one statement, so that they describe one moment and cost one round trip. */
const textOf = (read: Readonly<Record<string, FigureSql>>): string =>
  Object.entries(read)
    .map(
      ([name, { text }]) =>
        `select '${name}' as name, to_jsonb(f) - 'value' as labels, f.value::float8 as value from (${text}) f`,
    )
    .join(' union all ');

const readFigures = { name: 'read_figures', text: textOf(table) };
const readSuspense = { name: 'read_suspense', text: textOf(suspenseTable) };

export interface FigureRow {
  /** The name of the figure. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export class PgFigureStore {
  constructor(private readonly pool: pg.Pool) {}

  /** Reads the figures besides suspense. It fails with the pool's own errors; its statements end after three seconds. */
  read(): Promise<readonly FigureRow[]> {
    return query<FigureRow & pg.QueryResultRow>(this.pool, readFigures, []);
  }

  readSuspense(): Promise<readonly FigureRow[]> {
    return query<FigureRow & pg.QueryResultRow>(this.pool, readSuspense, []);
  }
}
