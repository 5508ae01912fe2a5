import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ProofOptions, ProofProgress } from './books-proof.js';
import type { Found } from '../../platform/findings/finding.js';
import { releaseOption } from '../../platform/database/release.js';

/** A slice uses one processor of the database and no more, and reads a bounded number of rows. */
const settings = ['max_parallel_workers_per_gather=0', 'jit=off', 'work_mem=32MB']
  // These replace settings of the programs' login, which are for short statements.
  .concat('enable_seqscan=on', 'enable_hashjoin=on', 'enable_mergejoin=on', 'plan_cache_mode=auto')
  .concat('lock_timeout=0', 'idle_in_transaction_session_timeout=0')
  .map((setting) => `-c ${setting}`)
  .join(' ');
/**
 * Most slices take a tenth of a second. The end of a part takes longer, because it compares the sums of all its slices.
 */
const sliceTimeoutMs = 5 * 60_000;
/** The timeout of the one statement that closes a month. */
const closingTimeoutMs = 60 * 60_000;
const rowsOfSlice = 5_000;
/** After a slice, payments have the database to themselves for half as long as the slice took. */
const restPerSlice = 0.5;

interface NotedRow {
  kind: string;
  subject: string;
  action: string;
}

interface RunRow {
  part: number;
  month: string | null;
  /** The number of the last journal or balance transaction that was read; in other parts, the last key. */
  position: string | null;
  is_over: boolean;
}

/** The table that a part reads, and about how many rows it has. */
interface PartRow {
  part: number;
  what: string;
  rows: number;
}

const parts = `
  select x.part, x.of_table as what, greatest(c.reltuples, 0)::float8 as rows
    from (select 0 as part, 'journal' as of_table union all select 1, 'ledger_account' union all select 2, 'balance_transaction'
           union all select k.place + 2, k.keys_of from claims_by_key() k) x
    join pg_class c on c.oid = to_regclass(x.of_table) order by x.part`;

/**
 * The proof has a connection of its own: the programs' connections must not wait for the proof, and are set to use
 * indexes.
 */
export class PgBooksProof {
  /** `rest`: the pause after a slice, as a multiple of the slice's time. */
  constructor(
    private readonly databaseUrl: string,
    private readonly rest = restPerSlice,
  ) {}

  /**
   * Checks each claim, and writes down the result; returns the claims that do not hold. A proof that broke off within the
   * last day goes on where it was.
   */
  async prove({ whole = false, onProgress }: ProofOptions = {}): Promise<readonly Found[]> {
    const client = new pg.Client({
      connectionString: this.databaseUrl,
      application_name: 'manilla-proof',
      options: `${settings} ${releaseOption()}`,
      statement_timeout: sliceTimeoutMs,
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
    });
    // An error between two statements is ignored here, because the lost connection makes the next statement fail.
    client.on('error', () => {});
    await client.connect();
    try {
      await client.query('select from begin_proof($1)', [whole]);
      await this.#waitForWriters(client);
      await this.#takeSlices(client, onProgress);
      const { rows } = await client.query<NotedRow>(
        'select kind, subject, action from end_proof()',
      );
      const found = rows.map((row) => ({ ...row, about: null, sessionId: null }));
      if (found.length === 0) await closeMonths(client);
      return found;
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Waits for transactions that began before the proof did, because they may still write rows that the proof reads. */
  async #waitForWriters(client: pg.Client): Promise<void> {
    for (;;) {
      const { rows } = await client.query<{ may_read: boolean }>(
        'select proof_may_read(r) as may_read from proof_run r',
      );
      if (rows[0]?.may_read !== false) return;
      await sleep(50);
    }
  }

  async #takeSlices(client: pg.Client, onProgress: ProofOptions['onProgress']): Promise<void> {
    const { rows: all } = await client.query<PartRow>(parts);
    let slices = 0;
    let before = '';
    for (;;) {
      const started = performance.now();
      const { rows } = await client.query<RunRow>(
        `select part, to_char(months[1], 'YYYY-MM') as month, position, ended_at is not null as is_over from prove_slice($1)`,
        [rowsOfSlice],
      );
      const run = rows[0];
      if (run === undefined || run.is_over) return;
      const at = `${run.part} ${run.month}`;
      slices = at === before ? slices + 1 : 1;
      before = at;
      onProgress?.(progressOf(run, all, slices));
      await sleep((performance.now() - started) * this.rest);
    }
  }
}

function progressOf(
  { part, month, position }: RunRow,
  parts: readonly PartRow[],
  slices: number,
): ProofProgress {
  const { what = '', rows = 0 } = parts.find((each) => each.part === part) ?? {};
  const isNumbered = part === 0 || part === 2;
  return {
    step: part + 1,
    steps: parts.length,
    what: month === null ? what : `${what}, ${month}`,
    read: position === null ? 0 : isNumbered ? Number(position) : slices * rowsOfSlice,
    of: rows,
  };
}

/** Closes months that are over, once the books are proven: the next proof begins after them. */
async function closeMonths(client: pg.Client): Promise<void> {
  await client.query(`set statement_timeout = ${closingTimeoutMs}`);
  for (;;) {
    const { rows } = await client.query<{ month: string | null }>(
      'select close_next_month()::text as month',
    );
    if ((rows[0]?.month ?? null) === null) return;
  }
}
