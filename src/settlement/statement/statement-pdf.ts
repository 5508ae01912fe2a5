import type { SettlementSums } from '../../domain/ports/settlement-requests.port.js';
import { formatNaira } from '../../domain/money.js';
import type { LineType, StatementHead } from '../../domain/ports/statement-store.port.js';
import { PdfFile, type PdfPage } from './pdf-file.js';
import {
  daysOf,
  lagosMinute,
  statementNumber,
  type BalancedLine,
  type OpenStatement,
} from './statement-lines.js';

/** A4, landscape, in points. */
const sheet = { width: 842, height: 595, left: 36, right: 806 } as const;
const rowHeight = 12;
/** Where the first row of the table stands, and how many rows there are: below the summary, and on the pages after it. */
const firstPage = { top: 314, rows: 20 } as const;
const nextPages = { top: 78, rows: 39 } as const;

type Column = readonly [heading: string, x: number, align: 'start' | 'end', maxWidth?: number];
const columns: readonly Column[] = [
  ['Booked (Lagos)', 36, 'start'],
  ['Type', 100, 'start', 62],
  ['Reference', 164, 'start', 150],
  ['Order', 318, 'start', 86],
  ['Gross', 470, 'end'],
  ['Fee', 524, 'end'],
  ['VAT', 572, 'end'],
  ['Stamp duty', 622, 'end'],
  ['Net', 712, 'end'],
  ['Balance', sheet.right, 'end'],
];

const typeNames: Readonly<Record<LineType, string>> = {
  COLLECTION: 'Collection',
  REFUND: 'Refund',
  CHARGEBACK: 'Chargeback',
  SETTLEMENT: 'Payout',
  SETTLEMENT_REVERSAL: 'Payout returned',
  ADJUSTMENT: 'Adjustment',
};

/** The statement on paper, page by page. */
export async function* statementPdf(statement: OpenStatement): AsyncGenerator<Buffer> {
  const { head, issuedAt } = statement;
  const file = new PdfFile({
    title: `Statement ${statementNumber(head)}, ${head.merchantName}`,
    createdAt: issuedAt,
    pageWidth: sheet.width,
    pageHeight: sheet.height,
  });
  yield file.begin();
  const pages = pageCount(head.lineCount + 2);
  let number = 0;
  for await (const rows of inPages(tableRows(statement))) {
    number += 1;
    const foot = `Page ${number} of ${pages}`;
    yield file.page((page) => drawPage(page, statement, rows, number === 1, foot));
  }
  yield file.end();
}

function pageCount(rows: number): number {
  return 1 + Math.max(Math.ceil((rows - firstPage.rows) / nextPages.rows), 0);
}

interface Row {
  readonly cells: readonly string[];
  readonly isBold: boolean;
}

async function* tableRows({ head, lines }: OpenStatement): AsyncGenerator<readonly Row[]> {
  const { sums } = head;
  const blank = ['', '', '', '', '', ''];
  yield [bold(['', 'Opening balance', '', ...blank, amount(sums.openingMinor)])];
  const totals = { gross: 0n, fee: 0n, vat: 0n, duty: 0n, net: 0n };
  for await (const page of lines) {
    for (const line of page) {
      totals.gross += line.grossMinor;
      totals.fee += line.feeMinor;
      totals.vat += line.vatMinor;
      totals.duty += line.dutyMinor;
      totals.net += line.netMinor;
    }
    yield page.map((line) => ({ cells: cellsOf(line), isBold: false }));
  }
  const amounts = [totals.gross, totals.fee, totals.vat, totals.duty, totals.net];
  const closing = amount(sums.closingMinor);
  yield [bold(['', 'Closing balance', '', '', ...amounts.map(amount), closing])];
}

const bold = (cells: readonly string[]): Row => ({ cells, isBold: true });

function cellsOf(line: BalancedLine): string[] {
  const { grossMinor, feeMinor, vatMinor, dutyMinor, netMinor, balanceMinor } = line;
  return [
    lagosMinute(line.bookedAt),
    typeNames[line.type],
    line.reference,
    line.paymentReference ?? '',
    ...[grossMinor, feeMinor, vatMinor, dutyMinor, netMinor, balanceMinor].map(amount),
  ];
}

/** Rows as they fit on the pages. */
async function* inPages(some: AsyncIterable<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  let rows: Row[] = [];
  let room: number = firstPage.rows;
  for await (const more of some) {
    for (const row of more) {
      if (rows.length === room) {
        yield rows;
        rows = [];
        room = nextPages.rows;
      }
      rows.push(row);
    }
  }
  yield rows;
}

function drawPage(
  page: PdfPage,
  { head, issuedAt }: OpenStatement,
  rows: readonly Row[],
  isFirst: boolean,
  foot: string,
): void {
  const number = statementNumber(head);
  if (isFirst) drawSummary(page, head, issuedAt);
  else {
    const title = `Statement ${number} - ${head.merchantName}`;
    page.text(title, sheet.left, 46, { size: 9, face: 'bold', maxWidth: 600 });
  }
  const { top } = isFirst ? firstPage : nextPages;
  page.line(sheet.left, sheet.right, top - 23);
  for (const [heading, x, align] of columns) {
    page.text(heading, x, top - 13, { size: 7.5, face: 'bold', align });
  }
  page.line(sheet.left, sheet.right, top - 8.5);
  for (const [at, row] of rows.entries()) drawRow(page, row, top + 2 + at * rowHeight);
  page.line(sheet.left, sheet.right, 560, 0.5, 0.6);
  page.text(`Statement ${number}`, sheet.left, 572, { size: 7, grey: 0.35 });
  page.text(foot, sheet.right, 572, { size: 7, align: 'end', grey: 0.35 });
}

function drawRow(page: PdfPage, { cells, isBold }: Row, y: number): void {
  for (const [at, cell] of cells.entries()) {
    const [, x = 0, align = 'start', maxWidth] = columns[at] ?? [];
    // A balance's name may run over into the columns that are empty beside it.
    const limit = isBold || maxWidth === undefined ? {} : { maxWidth };
    if (cell === '') continue;
    page.text(cell, x, y, { size: 7.5, face: isBold ? 'bold' : 'regular', align, ...limit });
  }
}

const summary: readonly (readonly [string, (sums: SettlementSums) => bigint])[] = [
  ['Opening balance', (sums) => sums.openingMinor],
  ['Collections', (sums) => sums.grossMinor],
  ['Fees', (sums) => -sums.feeMinor],
  ['VAT on fees', (sums) => -sums.vatMinor],
  ['Refunds', (sums) => -sums.refundMinor],
  ['Chargebacks', (sums) => -sums.chargebackMinor],
  ['Stamp duty', (sums) => -sums.dutyMinor],
  ['Payouts returned', (sums) => sums.reversalMinor],
  ['Adjustments', (sums) => sums.adjustmentMinor],
  ['Payout fees with VAT', (sums) => -sums.payoutFeeMinor],
  ['Stamp duty on payouts', (sums) => -sums.payoutDutyMinor],
  ['Paid out', (sums) => -sums.netMinor],
];

function drawSummary(page: PdfPage, head: StatementHead, issuedAt: Date): void {
  const { left, right } = sheet;
  page.text('Statement of account', left, 54, { size: 18, face: 'bold' });
  page.text(head.merchantName, left, 76, { size: 11, face: 'bold', maxWidth: 380 });
  const facts = factsOf(head, issuedAt);
  for (const [at, [name, value]] of facts.entries()) {
    page.text(name, left, 98 + at * 14, { size: 8.5, grey: 0.35 });
    page.text(value, left + 92, 98 + at * 14, { size: 8.5, maxWidth: 290 });
  }
  const [from, y] = [500, 54];
  page.text('Summary', from, y, { size: 9, face: 'bold' });
  page.text('NGN', right, y, { size: 9, face: 'bold', align: 'end' });
  page.line(from, right, y + 5);
  for (const [at, [name, of]] of summary.entries()) {
    page.text(name, from, y + 19 + at * 15, { size: 8.5 });
    page.text(amount(of(head.sums)), right, y + 19 + at * 15, { size: 8.5, align: 'end' });
  }
  const last = y + 19 + summary.length * 15;
  page.line(from, right, last - 10);
  page.text('Closing balance', from, last + 2, { size: 9, face: 'bold' });
  const closing = amount(head.sums.closingMinor);
  page.text(closing, right, last + 2, { size: 9, face: 'bold', align: 'end' });
}

function factsOf(head: StatementHead, issuedAt: Date): (readonly [string, string])[] {
  const days = daysOf(head);
  const { subject } = head;
  return [
    ['Statement number', statementNumber(head)],
    ['Merchant', head.merchantId],
    ...(days === null ? [] : [['Period', `${days.from} to ${days.to}`] as const]),
    ...(subject.kind === 'PERIOD'
      ? []
      : ([
          ['Settlement', subject.settlementReference],
          ['Status', subject.status],
        ] as const)),
    ['Currency', `${head.currency} (naira)`],
    ['Lines', String(head.lineCount)],
    ['Booked until', `${lagosMinute(head.asOf)} (Lagos)`],
    ['Issued at', `${lagosMinute(issuedAt)} (Lagos)`],
  ];
}

function amount(minor: bigint): string {
  return formatNaira(minor).replace('₦', '');
}
