import type { Socket } from 'node:net';
import pg from 'pg';
import { inSpan } from '../tracing/spans.js';
import { refuseOtherEnvironment } from './environment.js';
import { isCrossed, isOutage, isReadOnly } from './outage.js';
import { plannerSettings, timeouts } from './program-settings.js';
import { releaseOption } from './release.js';

export { ChangeListener } from './change-listener.js';

export interface PoolOptions {
  /** Connections at most. A few per core is best: more of them queue on locks instead of doing work. */
  readonly max: number;
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
  /** Whether the URL is that of a pooler in transaction mode. */
  readonly pooled?: boolean;
  /** The longest silence of a connection that has a statement to answer; 5,000 if left out. */
  readonly answerTimeoutMs?: number;
  /** Each connection is asked first for the environment of its database, and thrown away when that is the other one. */
  readonly environment?: 'sandbox' | 'live';
  /** Called with errors of idle connections; the pool replaces such a connection by itself. */
  readonly onError?: (error: Error) => void;
}

/**
 * The settings that a direct connection starts with. A pooler passes none of them on: behind a pooler they are settings
 * of the login.
 */
const startUp = (): pg.PoolConfig => ({
  options: Object.entries(plannerSettings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .concat(releaseOption())
    .join(' '),
  ...timeouts,
});

/**
 * A client without named statements: in transaction mode the next statement may meet another session, which has not
 * prepared it.
 */
class UnnamedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...given: readonly unknown[]) => unknown;
    const unnamed = (first: unknown, ...others: readonly unknown[]): unknown =>
      query(isNamed(first) ? { ...first, name: undefined } : first, ...others);
    this.query = unnamed as typeof this.query;
  }
}

const isNamed = (given: unknown): given is { name: string } =>
  typeof given === 'object' && given !== null && 'name' in given && !('submit' in given);

const { INT8, TIMESTAMPTZ } = pg.types.builtins;
const anyTime = pg.types.getTypeParser(TIMESTAMPTZ, 'text') as (text: string) => Date;

/** Bigint columns become bigint, never a number that may have lost digits, nor a string that adds up by joining. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return BigInt;
    if (oid === TIMESTAMPTZ) return timeOf;
    return pg.types.getTypeParser(oid, format as 'text');
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/**
 * Types for a statement whose times are only shown: RFC 3339 in UTC with milliseconds. Making a Date first would cost
 * ten times as much.
 */
export const shownTimes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === TIMESTAMPTZ
      ? shownTimeOf
      : types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
};

/** A time of these centuries as our sessions write it: `2026-11-22 02:14:57.123456+00`, the fraction without zeros at its end. */
const isPlain = (time: string): boolean =>
  time.startsWith('2') && time[10] === ' ' && time.endsWith('+00');

function shownTimeOf(text: string): string {
  if (!isPlain(text)) return anyTime(text).toISOString();
  const milliseconds = text.slice(20, -3).slice(0, 3).padEnd(3, '0');
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}

function timeOf(text: string): Date {
  return isPlain(text) ? new Date(shownTimeOf(text)) : anyTime(text);
}

/**
 * A connection plans each statement when it first runs it, so its first posting costs ten times what a later one does. The
 * connections of a rush are therefore kept for the next rush.
 */
const idleMs = 600_000;

/**
 * A pool whose calls end: a connection within 3 s, a lock within 1 s, a statement within 3 s, and an answer that does
 * not come at all within 5 s, after which the connection is thrown away.
 */
export function createPool(url: string, options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: options.applicationName,
    max: options.max,
    types,
    ...(options.pooled === true ? { Client: UnnamedClient } : startUp()),
    ...verification(options.environment),
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: idleMs,
    keepAlive: true,
  });
  pool.on('error', (error) => options.onError?.(error));
  // pg's own query_timeout is not used: its wrapper around each query kept all rows from the short garbage collections,
  // which took 20 ms instead of one.
  pool.on('connect', (client) => {
    const socket = socketOf(client);
    const silence = { message: 'The database did not answer in time', code: 'ETIMEDOUT' };
    socket.on('timeout', () => socket.destroy(Object.assign(new Error(), silence)));
  });
  pool.on('acquire', (client) => socketOf(client).setTimeout(options.answerTimeoutMs ?? 5_000));
  pool.on('release', (_error, client) => {
    socketOf(client).setTimeout(0);
    if (databaseOfNobody.has(client)) end(client);
  });
  dropReadOnlyConnections(pool);
  return pool;
}

/** Connections whose database may yet be migrated for the other environment: each serves one call. */
const databaseOfNobody = new WeakSet<pg.PoolClient>();

/** Requests must not be served from a database of the other environment, however late that database answers. */
function verification(environment: PoolOptions['environment']): pg.PoolConfig {
  if (environment === undefined) return {};
  const verify = async (client: pg.PoolClient): Promise<void> => {
    // The pool listens for errors of idle connections only, and its caller has not been given this one.
    const ignore = (): void => {};
    client.on('error', ignore);
    const isOwn = await refuseOtherEnvironment(client, environment);
    if (!isOwn) databaseOfNobody.add(client);
    client.off('error', ignore);
  };
  return { verify: (client, done) => void verify(client).then(() => done(), done) };
}

/**
 * Drops all connections as soon as one of them finds its server read-only. After a failover the others still lead to the
 * old primary; new connections are made to the new one.
 */
function dropReadOnlyConnections(pool: pg.Pool): void {
  const idle = new Set<pg.PoolClient>();
  const inUse = new Set<pg.PoolClient>();
  const stale = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    idle.delete(client);
    inUse.add(client);
  });
  pool.on('remove', (client) => {
    idle.delete(client);
    inUse.delete(client);
  });
  pool.on('release', (error, client) => {
    inUse.delete(client);
    if (isReadOnly(error)) {
      for (const each of inUse) stale.add(each);
      // The pool removes an idle client that reports an error at once. A client that is only closed might be given out
      // before.
      for (const each of idle) each.emit('error', error as unknown as Error);
    }
    if (stale.has(client)) end(client);
    else idle.add(client);
  });
}

/** A client that is ending is not taken back by its pool. */
function end(client: pg.PoolClient): void {
  void (client as unknown as pg.Client).end();
}

function socketOf(client: pg.PoolClient): Socket {
  return (client as unknown as pg.Client).connection.stream as Socket;
}

/** A statement's span carries the name of the statement and never its values. */
const sql = { 'db.system.name': 'postgresql' };

/** A statement that each connection prepares once, under its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** The parsers of its values, if they differ from the usual ones. */
  readonly types?: pg.CustomTypesConfig;
}

/** A statement with its values, and the type of its rows. */
export interface GivenStatement<Row> extends Statement {
  readonly values: unknown[];
  /** The field is never set; it carries the type. */
  readonly row?: Row;
}

/**
 * Runs a prepared statement; throws pg.DatabaseError with the SQLSTATE in `code`. A statement that fails by a deadlock
 * or a serialization failure is run once more. That is safe, because each statement is its own transaction.
 */
export function query<Row>(
  pool: Pick<pg.Pool, 'query'>,
  statement: GivenStatement<Row>,
): Promise<Row[]>;
export function query<Row extends pg.QueryResultRow>(
  pool: Pick<pg.Pool, 'query'>,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]>;
export async function query(
  pool: Pick<pg.Pool, 'query'>,
  statement: Statement,
  values?: readonly unknown[],
): Promise<pg.QueryResultRow[]> {
  const given = givenStatement(statement, values);
  const run = () => pool.query(given);
  const { rows } = await inSpan(statement.name, 'client', sql, () => onceMoreIfCrossed(run));
  return rows;
}

function givenStatement(statement: Statement, values: readonly unknown[] | undefined) {
  return (values === undefined ? statement : { ...statement, values }) as pg.QueryConfig;
}

async function onceMoreIfCrossed<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!isCrossed(error)) throw error;
    return run();
  }
}

/** Runs a statement that always answers with a row, and returns that row; otherwise like `query`. */
export function queryOne<Row>(
  pool: Pick<pg.Pool, 'query'>,
  statement: GivenStatement<Row>,
): Promise<Row>;
export function queryOne<Row extends pg.QueryResultRow>(
  pool: Pick<pg.Pool, 'query'>,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row>;
export async function queryOne(
  pool: Pick<pg.Pool, 'query'>,
  statement: Statement,
  values?: readonly unknown[],
): Promise<unknown> {
  const given = givenStatement(statement, values) as GivenStatement<unknown>;
  const [row] = await query(pool, given);
  if (row === undefined) throw new Error(`The statement ${statement.name} answered no row`);
  return row;
}

/**
 * Runs a statement that may take longer than the pool's calls; otherwise like `queryOne`. The statement has a transaction of
 * its own, in which each statement ends within `timeoutMs`. A lock is waited for no longer than by other statements.
 */
export async function queryOnePatiently<Row>(
  pool: pg.Pool,
  statement: GivenStatement<Row>,
  timeoutMs: number,
): Promise<Row> {
  const [row] = await queryPatiently(pool, statement, timeoutMs);
  if (row === undefined) throw new Error(`The statement ${statement.name} answered no row`);
  return row;
}

/** Does the same for a statement that returns any number of rows. */
export function queryPatiently<Row>(
  pool: pg.Pool,
  statement: GivenStatement<Row>,
  timeoutMs: number,
): Promise<Row[]> {
  const run = () =>
    transactPatiently(pool, timeoutMs, async (client) => {
      const { rows } = await client.query<Row & pg.QueryResultRow>(statement);
      return rows;
    });
  return inSpan(statement.name, 'client', sql, () => onceMoreIfCrossed(run));
}

/**
 * Runs statements in one transaction. Each of them may take `timeoutMs`, and the connection may be silent for as long. `mode`:
 * what stands after BEGIN.
 */
export async function transactPatiently<Result>(
  pool: pg.Pool,
  timeoutMs: number,
  run: (client: pg.PoolClient) => Promise<Result>,
  mode = '',
): Promise<Result> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    socketOf(client).setTimeout(timeoutMs + 2_000);
    await client.query(`begin ${mode}; set local statement_timeout = ${timeoutMs}`);
    const result = await run(client);
    await client.query('commit');
    return result;
  } catch (error) {
    failure = error as Error;
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    // A connection whose transaction may still be open is thrown away.
    client.release(failure);
  }
}

/** Tells whether an error comes from the database, or means that the database could not be reached. */
export function isOfDatabase(error: unknown): error is Error {
  return error instanceof pg.DatabaseError || isOutage(error);
}
