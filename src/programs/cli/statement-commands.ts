import { readFile } from 'node:fs/promises';
import { csvMapping, type CsvMapping } from '../../upkeep/statements/csv-statement.js';
import {
  formatOf,
  readStatement,
  type StatementFormat,
  statementFormats,
  statementText,
} from '../../upkeep/statements/read-statement.js';
import { StatementFault, toStatementLines } from '../../upkeep/statements/statement-file.js';
import {
  OtherAccountError,
  PgStatementFiles,
} from '../../upkeep/statements/statement-file.store.js';
import { type Commands, type Given, Refused, required, textOf, UsageError } from './command.js';
import { onDatabase } from './on-database.js';

/** Whoever may log in to the database may bring it a statement: no operator's token is needed. */
export const statementCommands: Commands = {
  'statement import': {
    usage: 'FILE --bank NAME [--format csv|mt940|camt053] [--map FILE]',
    summary:
      'Takes over the lines of a bank statement: all of them, or none. --map: a JSON file that names the columns of the bank’s CSV; it is kept.',
    words: [1, 1],
    options: { bank: { type: 'string' }, format: { type: 'string' }, map: { type: 'string' } },
    run: importStatement,
  },
};

/** @throws Refused with the line at fault; nothing is taken over then */
async function importStatement(given: Given): Promise<string> {
  const bank = required(given, 'bank');
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(bank))
    throw new UsageError('--bank must be the name of a provider.');
  const bytes = await readFile(given.positionals[0] ?? '').catch((error: Error) => {
    throw new Refused(`The file cannot be read: ${error.message}`);
  });
  return onDatabase(async (pool) => {
    const files = new PgStatementFiles(pool);
    const named = await mappingIn(textOf(given, 'map'));
    const kept = csvMapping.safeParse(named ?? (await files.mapping(bank)));
    try {
      const text = statementText(bytes);
      const format = formatIn(given) ?? formatOf(text);
      const file = readStatement(text, format, kept.success ? kept.data : undefined);
      if (file.account === null) throw new StatementFault(0, 'the file names no account');
      const lines = toStatementLines(file.account, file.lines);
      const { fresh, matched } = await files.take(bank, file.account, lines);
      if (named !== undefined) await files.keepMapping(bank, named);
      return [
        `${lines.length} lines of account ${file.account}: ${lines.length - fresh} known before, ${fresh} new.`,
        `${matched} of the new ones match the books; the next reconciliation looks at the other ${fresh - matched}.`,
      ].join('\n');
    } catch (error) {
      if (error instanceof StatementFault || error instanceof OtherAccountError) {
        throw new Refused(`Nothing was taken over: ${error.message}.`);
      }
      throw error;
    }
  });
}

function formatIn(given: Given): StatementFormat | undefined {
  const text = textOf(given, 'format');
  if (text === undefined) return undefined;
  const format = statementFormats.find((each) => each === text);
  if (format === undefined)
    throw new UsageError(`--format must be ${statementFormats.join(', ')}.`);
  return format;
}

/** @throws Refused with what is wrong with it */
async function mappingIn(path: string | undefined): Promise<CsvMapping | undefined> {
  if (path === undefined) return undefined;
  let json: unknown;
  try {
    json = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new Refused(`The mapping cannot be read: ${(error as Error).message}`);
  }
  const read = csvMapping.safeParse(json);
  if (read.success) return read.data;
  const wrong = read.error.issues.map(({ path: at, message }) => `${at.join('.')}: ${message}`);
  throw new Refused(
    `The mapping cannot be used:\n${wrong.map((line) => `  - ${line}`).join('\n')}`,
  );
}
