import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

type Row = Record<string, unknown>;

/** The simulator's own books, in one SQLite file. A step is on the disk before it is answered. */
export class SimulatorDatabase {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /** @param file its path, or `:memory:` */
  constructor(file: string) {
    if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
    this.#db = new DatabaseSync(file);
    this.#db.exec('pragma journal_mode = wal; pragma synchronous = full;');
  }

  /** Runs statements that create missing tables. */
  prepare(schema: string): void {
    this.#db.exec(schema);
  }

  all<Found extends object>(sql: string, ...values: SQLInputValue[]): Found[] {
    return this.#statement(sql).all(...values) as Row[] as Found[];
  }

  one<Found extends object>(sql: string, ...values: SQLInputValue[]): Found | undefined {
    return this.#statement(sql).get(...values) as Row | undefined as Found | undefined;
  }

  /** Returns how many rows were changed. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#statement(sql).run(...values).changes);
  }

  /** Does all of the work or nothing; may not be nested. */
  transact<Result>(work: () => Result): Result {
    this.#db.exec('begin immediate');
    try {
      const result = work();
      this.#db.exec('commit');
      return result;
    } catch (error) {
      this.#db.exec('rollback');
      throw error;
    }
  }

  /** Empties every table. Numbers that rise go on rising, so that nobody takes a new line for an old one. */
  empty(): void {
    const tables = this.all<{ name: string }>(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`,
    );
    this.transact(() => tables.forEach(({ name }) => this.run(`delete from "${name}"`)));
  }

  close(): void {
    this.#db.close();
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}
