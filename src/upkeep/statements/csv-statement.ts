import { homeCurrency } from '../../domain/currency.js';
import { z } from 'zod';
import { parseNaira } from '../../domain/naira.js';
import {
  type FileLine,
  plainField,
  refuseBrokenChain,
  sessionIn,
  StatementFault,
  type StatementFile,
} from './statement-file.js';

/** The titles of the columns of a bank's CSV, which are kept for each bank. */
export const csvMapping = z.strictObject({
  /** The number of our account. A file that has the column `account` must be of this account. */
  account: z.string().regex(/^\d{10}$/),
  delimiter: z.enum([',', ';', '\t', '|']).default(','),
  /** The number of rows above the titles. */
  skip: z.int().min(0).max(50).default(0),
  /** The form of dates, in Lagos time; a time may follow. */
  dates: z.enum(['YYYY-MM-DD', 'DD/MM/YYYY', 'MM/DD/YYYY', 'DD-MMM-YYYY']),
  columns: z.strictObject({
    date: z.string(),
    narration: z.string(),
    /** The column of amounts with a sign; `debit` and `credit` are the alternative. */
    amount: z.string().optional(),
    debit: z.string().optional(),
    credit: z.string().optional(),
    balance: z.string().optional(),
    /** The column of the session id. Without it, the session id is looked for in the narration. */
    session: z.string().optional(),
    /** The column of our account number that a credit came to. */
    accountNumber: z.string().optional(),
    /** The column of the statement's own account. */
    account: z.string().optional(),
    currency: z.string().optional(),
  }),
});
export type CsvMapping = z.output<typeof csvMapping>;

/** Reads a bank's CSV by the mapping of its columns. @throws StatementFault */
export function readCsvStatement(text: string, mapping: CsvMapping): StatementFile {
  const rows = csvRowsIn(text, mapping.delimiter).slice(mapping.skip);
  const [titles, ...others] = rows;
  if (titles === undefined) throw new StatementFault(0, 'the file is empty');
  const at = columnsOf(titles, mapping);
  const lines = others
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .map((row) => lineOf(row, at, mapping, titles.cells.length));
  const account = accountOf(others, at);
  refuseBrokenChain(lines, null);
  return { account, lines };
}

interface Row {
  readonly row: number;
  readonly cells: readonly string[];
}

type Columns = ReadonlyMap<string, number>;

function columnsOf({ row, cells }: Row, { columns }: CsvMapping): Columns {
  const titles = cells.map((cell) => cell.trim().toLowerCase());
  const found = Object.entries(columns).flatMap(([name, title]) => {
    if (title === undefined) return [];
    const at = titles.indexOf(title.trim().toLowerCase());
    if (at < 0) throw new StatementFault(row, `there is no column "${title}"`);
    return [[name, at] as const];
  });
  return new Map(found);
}

function lineOf({ row, cells }: Row, at: Columns, mapping: CsvMapping, width: number): FileLine {
  if (cells.length !== width)
    throw new StatementFault(row, `it has ${cells.length} fields of ${width}`);
  const field = (name: string): string => plainField(cells[at.get(name) ?? -1] ?? '', row);
  const currency = (at.has('currency') ? field('currency') : homeCurrency).toUpperCase();
  if (currency !== homeCurrency) throw new StatementFault(row, 'it is in another currency');
  const narration = field('narration');
  const { way, amountMinor } = amountOf(field, at, row);
  const accountNumber = field('accountNumber');
  const session = field('session') || (sessionIn(narration) ?? '');
  return {
    ...{ row, way, amountMinor, currency, narration },
    at: dateIn(field('date'), mapping.dates, row),
    sessionId: session === '' ? null : session.slice(0, 64),
    accountNumber: /^\d{10}$/.test(accountNumber) ? accountNumber : null,
    balanceMinor: at.has('balance') ? moneyIn(field('balance'), row) : null,
  };
}

function amountOf(field: (name: string) => string, at: Columns, row: number) {
  if (at.has('amount')) {
    const amount = moneyIn(field('amount'), row);
    if (amount === 0n) throw new StatementFault(row, 'its amount is 0');
    return amount > 0n
      ? ({ way: 'CREDIT', amountMinor: amount } as const)
      : ({ way: 'DEBIT', amountMinor: -amount } as const);
  }
  const [debit, credit] = ['debit', 'credit'].map((name) => {
    const text = at.has(name) ? field(name) : '';
    return text === '' ? 0n : moneyIn(text, row);
  });
  if (debit === undefined || credit === undefined || debit < 0n || credit < 0n) {
    throw new StatementFault(row, 'its amount cannot be read');
  }
  if ((debit === 0n) === (credit === 0n)) {
    throw new StatementFault(row, 'it is neither a debit nor a credit');
  }
  return credit > 0n
    ? ({ way: 'CREDIT', amountMinor: credit } as const)
    : ({ way: 'DEBIT', amountMinor: debit } as const);
}

function moneyIn(text: string, row: number): bigint {
  const money = parseNaira(text.replace(/^(-?)\s*(?:NGN|₦)\s*/i, '$1'));
  if (money === undefined) throw new StatementFault(row, 'its amount cannot be read');
  return money;
}

const patterns = {
  'YYYY-MM-DD': /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)/,
  'DD/MM/YYYY': /^(?<day>\d\d?)\/(?<month>\d\d?)\/(?<year>\d{4})/,
  'MM/DD/YYYY': /^(?<month>\d\d?)\/(?<day>\d\d?)\/(?<year>\d{4})/,
  'DD-MMM-YYYY': /^(?<day>\d\d?)-(?<month>[A-Za-z]{3})-(?<year>\d{4})/,
} as const;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Lagos is an hour ahead of UTC all year. */
function dateIn(text: string, form: CsvMapping['dates'], row: number): Date {
  const match = patterns[form].exec(text);
  const { year, month = '', day } = match?.groups ?? {};
  const rest = text.slice(match?.[0].length ?? 0).trim();
  const clock = /^(?:T?(\d\d):(\d\d)(?::(\d\d))?(?:\.\d+)?)?$/.exec(rest);
  const named = months.indexOf(month.toLowerCase()) + 1;
  const number = named > 0 ? named : Number(month);
  const [hour = 0, minute = 0, second = 0] = (clock ?? [])
    .slice(1)
    .map((part) => Number(part ?? 0));
  const local = new Date(Date.UTC(Number(year), number - 1, Number(day), hour, minute, second));
  const isDate =
    match !== null &&
    clock !== null &&
    local.getUTCMonth() === number - 1 &&
    local.getUTCDate() === Number(day);
  if (!isDate) throw new StatementFault(row, `its date is not ${form}`);
  return new Date(local.getTime() - 3_600_000);
}

/**
 * Returns the account of the lines, or null when the file names none. @throws StatementFault when the lines are of
 * several accounts.
 */
function accountOf(rows: readonly Row[], at: Columns): string | null {
  const column = at.get('account');
  if (column === undefined) return null;
  const numbers = new Set<string>();
  for (const { row, cells } of rows) {
    const number = cells[column]?.trim();
    if (number) numbers.add(number);
    if (numbers.size > 1) throw new StatementFault(row, 'it is of another account');
  }
  return [...numbers][0] ?? null;
}

/**
 * Returns the rows of a CSV file (RFC 4180), each with the line it begins on. @throws StatementFault for a quote that
 * does not end.
 */
function csvRowsIn(text: string, delimiter: string): Row[] {
  const rows: Row[] = [];
  let cells: string[] = [];
  let [row, line, at] = [1, 1, 0];
  const end = (): void => {
    rows.push({ row, cells });
    [cells, row] = [[], line];
  };
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      const quoted = quotedAt(text, at, line);
      ({ cell, at } = quoted);
      line += quoted.lines;
    } else {
      const stop = plainEnd(text, at, delimiter);
      cell = text.slice(at, stop);
      at = stop;
    }
    cells.push(cell);
    if (text[at] === delimiter) {
      at += 1;
      if (at === text.length) cells.push('');
      continue;
    }
    if (text[at] === '\r') at += 1;
    if (text[at] === '\n') at += 1;
    else if (at < text.length)
      throw new StatementFault(line, 'a quoted field goes on behind its quote');
    line += 1;
    end();
  }
  if (cells.length > 0) end();
  return rows;
}

function plainEnd(text: string, from: number, delimiter: string): number {
  let at = from;
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r')
    at += 1;
  return at;
}

function quotedAt(text: string, from: number, line: number) {
  const parts: string[] = [];
  for (let at = from + 1; ;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) throw new StatementFault(line, 'a quoted field does not end');
    parts.push(text.slice(at, quote));
    if (text[quote + 1] !== '"') {
      const cell = parts.join('"');
      return { cell, at: quote + 1, lines: cell.split('\n').length - 1 };
    }
    at = quote + 2;
  }
}
