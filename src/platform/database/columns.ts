/** A field has the name of its column, written as TypeScript writes names: `amountMinor` is `amount_minor`. */

export type Camel<Name> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

type Snake<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? Head extends Lowercase<Head>
    ? `${Head}${Snake<Tail>}`
    : `_${Lowercase<Head>}${Snake<Tail>}`
  : Name;

/** The row that holds these fields. */
export type RowOf<Fields> = {
  [Name in keyof Fields as Name extends string ? Snake<Name> : never]: Fields[Name];
};

type FieldsOf<Row> = { [Column in keyof Row as Camel<Column>]: Row[Column] };

const known = new Map<string, string>();

export function camel(column: string): string {
  const name = known.get(column) ?? made(column);
  known.set(column, name);
  return name;
}

function made(column: string): string {
  return column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Returns the columns of a row under the names of their fields. */
export function fieldsOf<Row extends object>(row: Row): FieldsOf<Row> {
  const fields: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(row)) fields[camel(column)] = value;
  return fields as FieldsOf<Row>;
}

/** Returns the row of these fields, as a call takes it: bytes are written as PostgreSQL writes them in JSON. */
export function rowOf<Fields extends object>(fields: Fields): RowOf<Fields> {
  const columns = Object.entries(fields).map(([name, value]) => [
    snake(name),
    Buffer.isBuffer(value) ? bytes(value) : value,
  ]);
  return Object.fromEntries(columns) as RowOf<Fields>;
}

/** Writes bytes as PostgreSQL writes them in JSON. */
export function bytes(value: Buffer): string {
  return String.raw`\x${value.toString('hex')}`;
}
