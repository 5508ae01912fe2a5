import { camel } from './columns.js';
import type { GivenStatement } from './database.js';
import { sqlFunctions, sqlRecords } from './generated/sql-functions.js';
import type {
  DefaultedArgs,
  FunctionName,
  FunctionRow,
  GivenArgs,
  Narrowed,
  RecordResult,
  SpreadRow,
} from './sql-types.js';

/** A prepared statement that calls a function: given its arguments by name, it can be run. */
export interface Call<Args, Row, Widest = Row> {
  (args: Args): GivenStatement<Row>;
  /** Returns the call with a narrower type of rows, for a caller that knows more of them than the catalogue. */
  as<Narrow extends Narrowed<Narrow, Widest>>(): Call<Args, Narrow, Widest>;
}

interface CallOptions<With extends string> {
  /** The name of the prepared statement, where it is not the function's. */
  readonly name?: string;
  /** Arguments that are given although they have a default. */
  readonly with?: readonly With[];
}

/** Answers the function's result, or all of its rows, as the catalogue describes them. */
export function call<Name extends FunctionName, With extends string & DefaultedArgs<Name> = never>(
  of: Name,
  options: CallOptions<With> = {},
): Call<GivenArgs<Name, With>, FunctionRow<Name>> {
  return made(of, options, (called) => `select ${plainResults(of).join(', ')} from ${called}`);
}

/** Makes a call of a function with one result, which the row names `as`. */
export function callNamed<
  Name extends FunctionName,
  As extends string,
  With extends string & DefaultedArgs<Name> = never,
>(
  of: Name,
  as: As,
  options: CallOptions<With> = {},
): Call<GivenArgs<Name, With>, { [Column in As]: FunctionRow<Name>[keyof FunctionRow<Name>] }> {
  return made(of, options, (called) => `select ${called} as ${as}`);
}

/** Makes a call of a function whose result `spread` is a row: its columns stand beside the other results. */
export function callSpreading<
  Name extends FunctionName,
  Result extends RecordResult<Name>,
  With extends string & DefaultedArgs<Name> = never,
>(
  of: Name,
  spread: Result,
  options: CallOptions<With> = {},
): Call<GivenArgs<Name, With>, SpreadRow<Name, Result>> {
  const columns = [...plainResults(of), `(${spread}).*`].join(', ');
  return made(of, options, (called) => `select ${columns} from ${called}`);
}

/** Makes a call within a statement of its own. Only the statement can say what its rows are. */
export function callWithin<
  Name extends FunctionName,
  With extends string & DefaultedArgs<Name> = never,
>(
  of: Name,
  text: (called: string) => string,
  options: CallOptions<With> = {},
): Call<GivenArgs<Name, With>, Record<string, unknown>> {
  return made(of, options, text);
}

/** The results that are no rows themselves. A row as a result would be sent as one text, which nobody reads. */
function plainResults(of: FunctionName): string[] {
  const results = Object.entries<string>(sqlFunctions[of].row);
  return results.flatMap(([column, type]) => (type in sqlRecords ? [] : [column]));
}

interface Argument {
  readonly key: string;
  readonly name: string;
  readonly type: string;
}

function made<Args, Row>(
  of: FunctionName,
  options: CallOptions<string>,
  textOf: (called: string) => string,
): Call<Args, Row> {
  const given = argumentsOf(of, options.with ?? []);
  const named = given.map(({ name, type }, at) => `p_${name} => ${placed(type, `$${at + 1}`)}`);
  const name = options.name ?? of;
  const text = textOf(`${of}(${named.join(', ')})`);
  const run = (args: Args): GivenStatement<Row> => ({
    name,
    text,
    values: given.map(({ key, type }) => written(type, (args as Record<string, unknown>)[key])),
  });
  const self: Call<Args, Row> = Object.assign(run, { as: () => self as never });
  return self;
}

function argumentsOf(of: FunctionName, defaulted: readonly string[]): Argument[] {
  return Object.entries<string>(sqlFunctions[of].args).flatMap(([name, type]) => {
    const key = camel(name);
    if (!type.endsWith('?')) return [{ key, name, type }];
    return defaulted.includes(key) ? [{ key, name, type: type.slice(0, -1) }] : [];
  });
}

const plain = new Set(['text', 'bool', 'int4', 'int8', 'float8', 'timestamptz', 'date', 'bytea']);
const isPlain = (type: string): boolean => plain.has(type) || type.endsWith('[]');
const isDocument = (type: string): boolean => type === 'jsonb' || type === 'json';

/** Places an argument in the statement. A row is given as a document, an interval in milliseconds. */
function placed(type: string, place: string): string {
  if (type === 'interval') return `interval '1 millisecond' * ${place}::float8`;
  return isPlain(type) || isDocument(type)
    ? place
    : `jsonb_populate_record(null::${type}, ${place})`;
}

/**
 * A document is written as JSON here, because the driver would take a list for an array. A text is written already, and
 * loses its NULs, which PostgreSQL refuses: a bank's message may have some, and is no reason to refuse its money.
 */
function written(type: string, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (typeof value === 'string') return value.replaceAll('\0', '');
  return isPlain(type) || type === 'interval' ? value : JSON.stringify(value, asPostgresTakesIt);
}

/**
 * Amounts are texts, because JSON's numbers are not exact. NUL and half a sign of two are refused in JSON; the driver
 * replaces the latter in texts.
 */
function asPostgresTakesIt(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value;
}
