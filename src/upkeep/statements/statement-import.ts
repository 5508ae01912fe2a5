import type { Actor } from '../../domain/actor.js';
import { csvMapping, type CsvMapping } from './csv-statement.js';
import { formatOf, readStatement, type StatementFormat, statementText } from './read-statement.js';
import { StatementFault, toStatementLines } from './statement-file.js';
import { OtherAccountError, type PgStatementFiles } from './statement-file.store.js';

/** A bank's statement in the form of a file. */
export interface GivenStatement {
  /** The provider. */
  readonly bank: string;
  readonly bytes: Buffer;
  /** Undefined: the format is guessed from the file. */
  readonly format?: StatementFormat | undefined;
  /** The columns of the bank's CSV, which are stored. Undefined: the stored columns are used. */
  readonly mapping?: CsvMapping | undefined;
  readonly by: Actor;
}

export interface TakenStatement {
  readonly account: string;
  readonly lines: number;
  /** `fresh` is the number of lines that no earlier file had, and `matched` is how many of these our books explain. */
  readonly fresh: number;
  readonly matched: number;
}

/** The file was refused as a whole. */
export class StatementRefused extends Error {
  override readonly name = 'StatementRefused';
}

/** Imports all lines of a file, or none. @throws StatementRefused with the line at fault */
export async function importStatement(
  files: Pick<PgStatementFiles, 'take' | 'mapping'>,
  { bank, bytes, format, mapping, by }: GivenStatement,
): Promise<TakenStatement> {
  const kept = csvMapping.safeParse(mapping ?? (await files.mapping(bank)));
  try {
    const text = statementText(bytes);
    const file = readStatement(
      text,
      format ?? formatOf(text),
      kept.success ? kept.data : undefined,
    );
    if (file.account === null) throw new StatementFault(0, 'the file names no account');
    const lines = toStatementLines(file.account, file.lines);
    const taken = await files.take({ provider: bank, account: file.account, lines, mapping, by });
    return { account: file.account, lines: lines.length, ...taken };
  } catch (error) {
    if (error instanceof StatementFault || error instanceof OtherAccountError) {
      throw new StatementRefused(`Nothing was taken over: ${error.message}.`);
    }
    throw error;
  }
}

/** Describes the outcome of an import in two sentences. */
export function takenWords({ account, lines, fresh, matched }: TakenStatement): string {
  return [
    `${lines} lines of account ${account}: ${lines - fresh} known before, ${fresh} new.`,
    `${matched} of the new ones match the books; the next reconciliation looks at the other ${fresh - matched}.`,
  ].join('\n');
}

/** Parses the mapping of a bank's columns. @throws StatementRefused with what is wrong with the text */
export function mappingIn(text: string): CsvMapping {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new StatementRefused(`The mapping cannot be read: ${(error as Error).message}`);
  }
  const read = csvMapping.safeParse(json);
  if (read.success) return read.data;
  const wrong = read.error.issues.map(({ path: at, message }) => `${at.join('.')}: ${message}`);
  throw new StatementRefused(
    `The mapping cannot be used:\n${wrong.map((line) => `  - ${line}`).join('\n')}`,
  );
}
