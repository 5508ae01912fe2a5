import { csvRows, csvText } from '../../domain/csv.js';
import { toDecimalNaira } from '../../domain/money.js';
import type { BalancedLine, OpenStatement } from './statement-lines.js';

/** The first row of the file. Amounts come twice: in naira with two decimals for people, in kobo for programs. */
export const csvColumns = [
  ...['bookedAt', 'dueOn', 'type', 'reference', 'paymentReference'],
  ...['transactionReference', 'sessionId', 'currency'],
  ...['grossNaira', 'feeNaira', 'vatNaira', 'stampDutyNaira', 'netNaira', 'balanceNaira'],
  ...['grossKobo', 'feeKobo', 'vatKobo', 'stampDutyKobo', 'netKobo', 'balanceKobo'],
  'environment',
] as const;

/**
 * RFC 4180, UTF-8. The row after the names has the type OPENING and the last row the type CLOSING; both hold only the
 * balance. The lines stand between them, so the column netKobo sums to closing less opening.
 */
export async function* statementCsv(statement: OpenStatement): AsyncGenerator<string> {
  const { head, lines, isSandbox } = statement;
  const { currency, sums } = head;
  const environment = isSandbox ? 'TEST' : 'live';
  const rows = (cells: readonly (readonly string[])[]): string =>
    csvRows(cells.map((row) => [...row, environment]));
  yield csvRows([csvColumns]) + rows([balanceRow('OPENING', currency, sums.openingMinor)]);
  for await (const page of lines) yield rows(page.map((line) => lineRow(line, currency)));
  yield rows([balanceRow('CLOSING', currency, sums.closingMinor)]);
}

function balanceRow(type: string, currency: string, balanceMinor: bigint): string[] {
  const amounts = [...emptyCells(5), toDecimalNaira(balanceMinor)];
  return [
    '',
    '',
    type,
    '',
    '',
    '',
    '',
    currency,
    ...amounts,
    ...emptyCells(5),
    String(balanceMinor),
  ];
}

function lineRow(line: BalancedLine, currency: string): string[] {
  const { grossMinor, feeMinor, vatMinor, dutyMinor, netMinor, balanceMinor } = line;
  const amounts = [grossMinor, feeMinor, vatMinor, dutyMinor, netMinor, balanceMinor];
  return [
    line.bookedAt.toISOString(),
    line.dueOn,
    line.type,
    csvText(line.reference),
    csvText(line.paymentReference),
    csvText(line.transactionReference),
    csvText(line.sessionId),
    currency,
    ...amounts.map(toDecimalNaira),
    ...amounts.map(String),
  ];
}

const emptyCells = (count: number): string[] => Array.from({ length: count }, () => '');
