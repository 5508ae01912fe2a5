import { readFile } from 'node:fs/promises';
import {
  importStatement,
  mappingIn,
  StatementRefused,
  takenWords,
} from '../../upkeep/statements/statement-import.js';
import { type StatementFormat, statementFormats } from '../../upkeep/statements/read-statement.js';
import { PgStatementFiles } from '../../upkeep/statements/statement-file.store.js';
import { type Commands, type Given, Refused, required, textOf, UsageError } from './command.js';
import { onDatabase } from './on-database.js';
import { commandActor } from './settings.js';

/**
 * The commands that import bank statements. They need no operator's token, because everyone who can log in to the
 * database may do so.
 */
export const statementCommands: Commands = {
  'statement import': {
    usage: 'FILE --bank NAME [--format csv|mt940|camt053] [--map FILE]',
    summary:
      'Takes over the lines of a bank statement: all of them, or none. --map: a JSON file that names the columns of the bank’s CSV; it is kept.',
    words: [1, 1],
    options: { bank: { type: 'string' }, format: { type: 'string' }, map: { type: 'string' } },
    run: importFile,
  },
};

/** Imports a statement. @throws Refused with the line at fault, and then imports nothing */
async function importFile(given: Given): Promise<string> {
  const bank = required(given, 'bank');
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(bank))
    throw new UsageError('--bank must be the name of a provider.');
  const bytes = await bytesOf(given.positionals[0] ?? '');
  const map = textOf(given, 'map');
  try {
    const mapping = map === undefined ? undefined : mappingIn((await bytesOf(map)).toString());
    const format = formatIn(given);
    const by = commandActor(process.env);
    return await onDatabase(async (pool) =>
      takenWords(
        await importStatement(new PgStatementFiles(pool), { bank, bytes, format, mapping, by }),
      ),
    );
  } catch (error) {
    if (error instanceof StatementRefused) throw new Refused(error.message);
    throw error;
  }
}

async function bytesOf(path: string): Promise<Buffer> {
  return readFile(path).catch((error: Error) => {
    throw new Refused(`The file cannot be read: ${error.message}`);
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
