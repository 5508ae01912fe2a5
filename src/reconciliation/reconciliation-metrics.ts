import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { query } from '../persistence/database.js';

interface Figure {
  readonly help: string;
  readonly label: string;
  /** Rows of `label` and `value`. */
  readonly text: string;
}

const figures: Readonly<Record<string, Figure>> = {
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

interface FigureRow {
  readonly label: string;
  readonly value: bigint | string;
}

/** What stands otherwise than it should, read from the database when the metrics are asked for. */
export function registerReconciliationMetrics(registry: Registry, pool: pg.Pool): void {
  for (const [name, { help, label, text }] of Object.entries(figures)) {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      async collect() {
        this.reset();
        // Without a database there is nothing to tell, and the other metrics are wanted all the more.
        const rows = await query<FigureRow>(pool, { name, text }, []).catch(() => []);
        for (const row of rows) this.set({ [label]: row.label }, Number(row.value));
      },
    });
  }
}
