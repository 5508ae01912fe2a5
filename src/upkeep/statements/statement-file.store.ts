import pg from 'pg';
import type { Actor } from '../../domain/actor.js';
import type { StatementLine } from '../../domain/bank-rail.port.js';
import { query, queryOne, transactPatiently } from '../../platform/database/database.js';
import { call } from '../../platform/database/sql-call.js';

const importFile = call('import_statement_file').as<{ fresh: bigint; matched: bigint }>();
const readMapping = {
  name: 'statement_mapping',
  text: 'select mapping from statement_source where provider = $1',
};
const keepMapping = {
  name: 'keep_statement_mapping',
  text: `insert into statement_source (provider, mapping) values ($1, $2)
         on conflict (provider) do update set mapping = excluded.mapping`,
};

const recordImport = {
  name: 'record_statement_import',
  text: `select record_audit($1::jsonb, 'statement.import', 'bank', $2, null, null, $3::jsonb)`,
};

const listBanks = {
  name: 'statement_banks',
  text: `select provider from number_prefix union select provider from statement_source order by provider`,
};
const listImports = {
  name: 'statement_imports',
  text: `select a.at, a.actor as by, a.subject as bank, a.after ->> 'account' as account, (a.after ->> 'lines')::integer as lines,
                (a.after ->> 'fresh')::integer as fresh, (a.after ->> 'matched')::integer as matched
           from audit_entry a where a.subject_kind = 'bank' and a.action = 'statement.import' order by a.audit_id desc limit 20`,
};

const linesAtOnce = 1_000;

/** The limit is longer than a request of the API may take, because only another file waits for this transaction. */
const importingMs = 25_000;

export interface PastImport {
  readonly at: Date;
  readonly by: string;
  readonly bank: string;
  readonly account: string;
  readonly lines: number;
  readonly fresh: number;
  readonly matched: number;
}

export interface NewStatement {
  readonly provider: string;
  readonly account: string;
  readonly lines: readonly StatementLine[];
  /** The columns of the bank's CSV, which are stored with the lines. */
  readonly mapping?: object | undefined;
  readonly by: Actor;
}

export interface ImportedFile {
  /** The number of lines that no earlier file had. */
  readonly fresh: number;
  /** The number of new lines that our books explain. The next reconciliation acts on the others. */
  readonly matched: number;
}

/** The file is of another account than the bank's earlier files. */
export class OtherAccountError extends Error {
  override readonly name = 'OtherAccountError';
}

/** Stores statements that come as files, on PostgreSQL. */
export class PgStatementFiles {
  constructor(private readonly pool: pg.Pool) {}

  /**
   * Imports all of the lines, or none, in one transaction of statements with a time limit each. @throws
   * OtherAccountError
   */
  async take(statement: NewStatement): Promise<ImportedFile> {
    try {
      return await transactPatiently(this.pool, importingMs, (client) =>
        takeAll(client, statement),
      );
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.constraint === 'statement_account') {
        throw new OtherAccountError('the statement is of another account');
      }
      throw error;
    }
  }

  /** Returns the banks that a statement may be of. */
  async banks(): Promise<string[]> {
    const rows = await query<{ provider: string }>(this.pool, listBanks, []);
    return rows.map(({ provider }) => provider);
  }

  /** Returns the last imports, the newest first. */
  imports(): Promise<PastImport[]> {
    return query<PastImport>(this.pool, listImports, []);
  }

  /** Returns the stored mapping of a bank's columns. Undefined when there is none. */
  async mapping(provider: string): Promise<unknown> {
    const rows = await query<{ mapping: unknown }>(this.pool, readMapping, [provider]);
    return rows[0]?.mapping ?? undefined;
  }
}

async function takeAll(
  client: pg.PoolClient,
  { provider, account, lines, mapping, by }: NewStatement,
): Promise<ImportedFile> {
  // The tables grow meanwhile: a plan made for small tables would read them whole for each line.
  await client.query('set local plan_cache_mode = force_custom_plan');
  const taken = { fresh: 0, matched: 0 };
  for (let from = 0; from < lines.length; from += linesAtOnce) {
    const some = lines.slice(from, from + linesAtOnce);
    const { fresh, matched } = await queryOne(
      client,
      importFile({ provider, account, lines: some }),
    );
    taken.fresh += Number(fresh);
    taken.matched += Number(matched);
  }
  if (mapping !== undefined) {
    await client.query(keepMapping, [provider, JSON.stringify(mapping)]);
  }
  const after = JSON.stringify({ account, lines: lines.length, ...taken });
  await client.query(recordImport, [JSON.stringify(by), provider, after]);
  return taken;
}
