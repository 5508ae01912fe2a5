import { isUtf8 } from 'node:buffer';
import { readCamt053Statement } from './camt053-statement.js';
import { type CsvMapping, readCsvStatement } from './csv-statement.js';
import { readMt940Statement } from './mt940-statement.js';
import { StatementFault, type StatementFile } from './statement-file.js';

export const statementFormats = ['csv', 'mt940', 'camt053'] as const;
export type StatementFormat = (typeof statementFormats)[number];

/** Guesses the format of a file from how it begins. */
export function formatOf(text: string): StatementFormat {
  if (/^\s*(?:<\?xml|<Document|<\w+:Document)/.test(text)) return 'camt053';
  return /^(?:\{1:|\s*:\d\d[A-Z]?:)/.test(text) ? 'mt940' : 'csv';
}

/** Returns the text of a file. @throws StatementFault for another encoding than UTF-8. */
export function statementText(bytes: Buffer): string {
  if (bytes.includes(0)) throw new StatementFault(0, 'the file is no text in UTF-8');
  if (!isUtf8(bytes)) throw new StatementFault(0, 'the file is not in UTF-8');
  return bytes.toString('utf8').replace(/^\uFEFF/, '');
}

/** Reads a statement in the given format. @throws StatementFault for a file of which one line cannot be read. */
export function readStatement(
  text: string,
  format: StatementFormat,
  mapping: CsvMapping | undefined,
): StatementFile {
  if (format === 'mt940') return readMt940Statement(text);
  if (format === 'camt053') return readCamt053Statement(text);
  if (mapping === undefined) {
    throw new StatementFault(0, 'the columns of this bank are not known yet: name them with --map');
  }
  const { account, lines } = readCsvStatement(text, mapping);
  if (account !== null && account !== mapping.account) {
    throw new StatementFault(0, 'the statement is of another account');
  }
  return { account: mapping.account, lines };
}
