import type pg from 'pg';
import type { StatementLine } from '../domain/ports/bank-rail.port.js';
import type {
  Found,
  FoundAbout,
  ReconciliationStore,
} from '../domain/ports/reconciliation-store.port.js';
import { query, queryOne } from '../persistence/database.js';

const columns = 'kind, subject, action, purpose, purpose_id, session_id';

const lastLine = {
  name: 'last_statement_line',
  text: 'select coalesce(max(line_id), 0) as line_id from statement_line where provider = $1',
};
const matchLine = {
  name: 'match_statement_line',
  text: `select ${columns} from match_statement_line($1, $2, $3, $4, $5)`,
};
const importLine = {
  name: 'import_statement_line',
  text: 'select import_statement_line($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as imported',
};
const missing = {
  name: 'find_missing_on_statement',
  text: `select ${columns} from find_missing_on_statement($1)`,
};
const sweepPool = { name: 'sweep_pool', text: 'select sweep_pool($1, $2) as moved' };

/** Each looks for one kind of standstill, in a transaction of its own. */
const searches = [
  'rearm_overdue_checkouts',
  'find_stalled_refunds',
  'find_stalled_payouts',
  'find_forgotten_credits',
  'find_stalled_queues',
  'find_suppressed_endpoints',
  'find_crowded_prefixes',
].map((name) => ({ name, text: `select ${columns} from ${name}()` }));

interface FoundRow {
  kind: string;
  subject: string;
  action: string;
  purpose: FoundAbout['purpose'] | null;
  purpose_id: string | null;
  session_id: string | null;
}

export class PgReconciliationStore implements ReconciliationStore {
  constructor(private readonly pool: pg.Pool) {}

  async lastLine(provider: string): Promise<bigint> {
    return (await queryOne<{ line_id: bigint }>(this.pool, lastLine, [provider])).line_id;
  }

  async match(provider: string, line: StatementLine): Promise<Found> {
    const { lineId, kind, sessionId, amountMinor } = line;
    const values = [provider, lineId, kind, sessionId, amountMinor];
    return toFound(await queryOne<FoundRow>(this.pool, matchLine, values));
  }

  async importLine(provider: string, line: StatementLine, found: Found): Promise<boolean> {
    const { imported } = await queryOne<{ imported: boolean }>(this.pool, importLine, [
      provider,
      line.lineId,
      line.kind,
      line.sessionId,
      line.amountMinor,
      line.balanceMinor,
      line.at,
      found.kind,
      found.subject,
      found.action,
    ]);
    return imported;
  }

  async missingOnStatement(provider: string): Promise<readonly Found[]> {
    return (await query<FoundRow>(this.pool, missing, [provider])).map(toFound);
  }

  async sweepPool(provider: string, runId: string): Promise<bigint> {
    return (await queryOne<{ moved: bigint }>(this.pool, sweepPool, [provider, runId])).moved;
  }

  async stalled(): Promise<readonly Found[]> {
    const found: Found[] = [];
    for (const search of searches) {
      found.push(...(await query<FoundRow>(this.pool, search, [])).map(toFound));
    }
    return found;
  }
}

function toFound({ kind, subject, action, purpose, purpose_id: id, session_id }: FoundRow): Found {
  const about = purpose === null || id === null ? null : { purpose, id };
  return { kind, subject, action, about, sessionId: session_id };
}
