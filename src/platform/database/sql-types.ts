import type { Camel } from './columns.js';
import type { sqlFunctions, sqlRecords } from './generated/sql-functions.js';

/**
 * The catalogue of SQL functions, in TypeScript's types. A type's name is PostgreSQL's, with `[]` after that of an
 * array; an argument that has a default ends with `?`.
 */

export type FunctionName = keyof typeof sqlFunctions;
type RecordName = keyof typeof sqlRecords;

/** The TypeScript type of a value that is read (database.ts). The catalogue does not know the content of a document. */
interface Read {
  text: string;
  bool: boolean;
  int4: number;
  int8: bigint;
  float8: number;
  timestamptz: Date;
  bytea: Buffer;
}

/** The TypeScript type of a value that is given. An interval is in milliseconds. */
interface Given {
  text: string;
  bool: boolean;
  int4: number;
  int8: bigint | number | string;
  timestamptz: Date | string;
  date: string;
  interval: number;
  bytea: Uint8Array;
}

type ReadAs<Type> = Type extends `${infer Element}[]`
  ? Element extends keyof Read
    ? readonly Read[Element][]
    : unknown
  : Type extends keyof Read
    ? Read[Type]
    : unknown;

/** An amount is always a bigint. */
type GivenAs<Column, Type> = Type extends `${infer Element}[]`
  ? Element extends keyof Given
    ? readonly Given[Element][]
    : unknown
  : Type extends 'int8'
    ? Column extends `${string}_minor`
      ? bigint
      : Given['int8']
    : Type extends keyof Given
      ? Given[Type]
      : Type extends RecordName
        ? { readonly [Each in keyof (typeof sqlRecords)[Type]]?: unknown }
        : unknown;

type ArgsOf<Name extends FunctionName> = (typeof sqlFunctions)[Name]['args'];
type RowColumns<Name extends FunctionName> = (typeof sqlFunctions)[Name]['row'];

/** The arguments that have a default, by the names that TypeScript has for them. */
export type DefaultedArgs<Name extends FunctionName> = {
  [Arg in keyof ArgsOf<Name>]: ArgsOf<Name>[Arg] extends `${string}?` ? Camel<Arg> : never;
}[keyof ArgsOf<Name>];

/** The arguments of a function: all without a default, and those others that the statement names. */
export type GivenArgs<Name extends FunctionName, With extends string> = {
  readonly [
    Arg in keyof ArgsOf<Name> as ArgsOf<Name>[Arg] extends `${string}?`
      ? Camel<Arg> & With
      : Camel<Arg>
  ]:
    | GivenAs<Arg, ArgsOf<Name>[Arg] extends `${infer Type}?` ? Type : ArgsOf<Name>[Arg]>
    | null
    | undefined;
};

type RowOf<Columns> = { [Column in keyof Columns]: ReadAs<Columns[Column]> | null };

type Records<Columns> = {
  [Column in keyof Columns]: Columns[Column] extends RecordName ? Column : never;
}[keyof Columns];

/** The results of a function that are rows themselves. */
export type RecordResult<Name extends FunctionName> = string & Records<RowColumns<Name>>;

/** The row that a function answers, without such results. Null is possible everywhere, as far as the catalogue knows. */
export type FunctionRow<Name extends FunctionName> = RowOf<
  Omit<RowColumns<Name>, RecordResult<Name>>
>;

/** The row that a function answers, with the columns of one result that is a row itself. */
export type SpreadRow<
  Name extends FunctionName,
  Result extends RecordResult<Name>,
> = FunctionRow<Name> &
  (RowColumns<Name>[Result] extends RecordName
    ? RowOf<(typeof sqlRecords)[RowColumns<Name>[Result]]>
    : unknown);

/** The types that rows may be narrowed to: fewer columns, of narrower types. */
export type Narrowed<Narrow, Row> = {
  [Column in keyof Narrow]: Column extends keyof Row ? Row[Column] : never;
};
