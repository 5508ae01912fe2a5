import pg from 'pg';
import type { BooksProof } from '../domain/ports/books-proof.port.js';
import type { Found } from '../domain/ports/reconciliation-store.port.js';
import { releaseOption } from '../persistence/release.js';

/**
 * A claim reads whole tables. It has one processor of the database's to itself and no more, and a snapshot of its own, so that
 * what others delete is kept no longer than one claim takes.
 */
const settings = ['max_parallel_workers_per_gather=0', 'jit=off', 'work_mem=64MB']
  // The settings of the programs' login are for short statements.
  .concat('enable_seqscan=on', 'enable_hashjoin=on', 'enable_mergejoin=on', 'plan_cache_mode=auto')
  .concat('lock_timeout=0', 'idle_in_transaction_session_timeout=0')
  .map((setting) => `-c ${setting}`)
  .join(' ');
const claimTimeoutMs = 20 * 60_000;

interface NotedRow {
  kind: string;
  subject: string;
  action: string;
}

/** On a connection of its own: the programs' connections must not wait for it, and are told to use indexes. */
export class PgBooksProof implements BooksProof {
  constructor(private readonly databaseUrl: string) {}

  async prove(): Promise<readonly Found[]> {
    const client = new pg.Client({
      connectionString: this.databaseUrl,
      application_name: 'manilla-proof',
      options: `${settings} ${releaseOption()}`,
      statement_timeout: claimTimeoutMs,
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
    });
    // A connection that is lost between two statements fails the next one.
    client.on('error', () => {});
    await client.connect();
    try {
      const { rows } = await client.query<{ claim: string }>('select claim from books_proof');
      const found: Found[] = [];
      for (const { claim } of rows) found.push(...(await proveClaim(client, claim)));
      if (found.length === 0) await closeMonths(client);
      return found;
    } finally {
      await client.end().catch(() => {});
    }
  }
}

async function proveClaim(client: pg.Client, claim: string): Promise<readonly Found[]> {
  const started = performance.now();
  const { rows } = await client.query<{ faults: string }>(
    'select faults from books_proof where claim = $1',
    [claim],
  );
  const tookMs = Math.round(performance.now() - started);
  const noted = await client.query<NotedRow>(
    'select kind, subject, action from note_claim($1, $2, $3)',
    [claim, rows[0]?.faults, tookMs],
  );
  return noted.rows.map((row) => ({ ...row, about: null, sessionId: null }));
}

/** Months that are over are closed once the books are proven: the next proof begins after them. */
async function closeMonths(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ month: string | null }>(
      'select close_next_month()::text as month',
    );
    if ((rows[0]?.month ?? null) === null) return;
  }
}
