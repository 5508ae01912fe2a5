import pg from 'pg';
import type { StatementLine } from '../../domain/bank-rail.port.js';
import { query, queryOne } from '../../platform/database/database.js';
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

const linesAtOnce = 1_000;

export interface ImportedFile {
  /** Lines that no file before had. */
  readonly fresh: number;
  /** Of these, those that our books explain; the others are acted upon by the next reconciliation. */
  readonly matched: number;
}

/** The file is of another account than the bank's files before. */
export class OtherAccountError extends Error {
  override readonly name = 'OtherAccountError';
}

/** Statements that come as files, on PostgreSQL. */
export class PgStatementFiles {
  constructor(private readonly pool: pg.Pool) {}

  /** All of the lines, or none: one transaction, in statements that each end in time. @throws OtherAccountError */
  async take(
    provider: string,
    account: string,
    lines: readonly StatementLine[],
  ): Promise<ImportedFile> {
    const client = await this.pool.connect();
    try {
      await client.query('begin');
      // The tables grow meanwhile: a plan made for small ones would read them whole for each line.
      await client.query('set local plan_cache_mode = force_custom_plan');
      // Longer than a request of the API may take: nobody waits behind it but another file.
      await client.query("set local statement_timeout = '25s'");
      const taken = { fresh: 0, matched: 0 };
      for (let from = 0; from < lines.length; from += linesAtOnce) {
        const some = jsonOf(lines.slice(from, from + linesAtOnce));
        const { fresh, matched } = await queryOne(
          client,
          importFile({ provider, account, lines: some }),
        );
        taken.fresh += Number(fresh);
        taken.matched += Number(matched);
      }
      await client.query('commit');
      client.release();
      return taken;
    } catch (error) {
      // The server rolls back what a closed connection has left.
      client.release(true);
      if (error instanceof pg.DatabaseError && error.constraint === 'statement_account') {
        throw new OtherAccountError('the statement is of another account');
      }
      throw error;
    }
  }

  /** The mapping of a bank's columns, as it was kept; undefined: none was. */
  async mapping(provider: string): Promise<unknown> {
    const rows = await query<{ mapping: unknown }>(this.pool, readMapping, [provider]);
    return rows[0]?.mapping ?? undefined;
  }

  async keepMapping(provider: string, mapping: object): Promise<void> {
    await query(this.pool, keepMapping, [provider, JSON.stringify(mapping)]);
  }
}

/** PostgreSQL takes neither a NUL nor half a character. */
function jsonOf(lines: readonly StatementLine[]): string {
  return JSON.stringify(lines, (_name, value: unknown) => {
    if (typeof value === 'bigint') return String(value);
    return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value;
  });
}
