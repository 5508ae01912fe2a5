import { setImmediate } from 'node:timers/promises';
import type { SettlementSums } from '../settlement/settlement-requests.js';
import { formatNaira } from '../../domain/money.js';
import type { LineType, StatementHead } from './statement.js';
import { openPaper, type PaperFace } from '../../http/paper.js';
import {
  daysOf,
  lagosMinute,
  statementNumber,
  type BalancedLine,
  type OpenStatement,
} from './statement-lines.js';

/** A4, landscape, in points. */
const sheet = { width: 842, height: 595, left: 36, right: 806 } as const;
/** A row has two lines of text: the order stands below the reference. */
const rowHeight = 17;
/** The place of the table's first row, and the number of rows: below the summary, and on the pages after it. */
const firstPage = { top: 314, rows: 14 } as const;
const nextPages = { top: 78, rows: 28 } as const;

type Column = readonly [heading: string, x: number, align: 'start' | 'end', room: number];
/** The reference of the order stands below the line's own, in small print. */
const orderColumn: Column = ['Reference, order', 172, 'start', 268];
const columns: readonly Column[] = [
  ['Booked (Lagos)', 36, 'start', 66],
  ['Type', 106, 'start', 62],
  orderColumn,
  ['Gross', 514, 'end', 68],
  ['Fee', 566, 'end', 48],
  ['VAT', 616, 'end', 46],
  ['Stamp duty', 664, 'end', 46],
  ['Net', 734, 'end', 66],
  ['Balance', sheet.right, 'end', 68],
];

const typeNames: Readonly<Record<LineType, string>> = {
  COLLECTION: 'Collection',
  REFUND: 'Refund',
  CHARGEBACK: 'Chargeback',
  SETTLEMENT: 'Payout',
  SETTLEMENT_REVERSAL: 'Payout returned',
  ADJUSTMENT: 'Adjustment',
};

/** Draws the statement on paper, page by page. Other requests are served between two pages. */
export async function* statementPdf(statement: OpenStatement): AsyncGenerator<Buffer> {
  const { head } = statement;
  const doc = await openPaper({
    title: `Statement ${statementNumber(head)}, ${head.merchantName}`,
    ...{ isSandbox: statement.isSandbox, issuedAt: statement.issuedAt },
    ...{ width: sheet.width, height: sheet.height },
  });
  const pages = pageCount(head.lineCount + 2);
  let number = 0;
  for await (const rows of inPages(tableRows(statement))) {
    number += 1;
    // Starting a page writes out the page before it.
    doc.addPage();
    drawPage(doc, statement, rows, number === 1, `Page ${number} of ${pages}`);
    const written = doc.read() as Buffer | null;
    if (written !== null) yield written;
    await setImmediate();
  }
  doc.end();
  for await (const written of doc) yield written as Buffer;
}

/** Positions are in points from the top left; text stands on its baseline. */
interface TextOptions {
  readonly size: number;
  readonly face?: PaperFace;
  /** `end`: x is where the text ends. */
  readonly align?: 'start' | 'end';
  /** The room of the text. A text that is wider is printed smaller: nothing is cut. */
  readonly room?: number;
  readonly color?: string;
}

function print(
  doc: PDFKit.PDFDocument,
  text: string,
  x: number,
  y: number,
  options: TextOptions,
): void {
  const { size, face = 'regular', align = 'start', room = Infinity, color = 'black' } = options;
  doc.font(face, size);
  let width = doc.widthOfString(text);
  if (width > room) {
    doc.fontSize((size * room) / width);
    width = room;
  }
  const left = align === 'end' ? x - width : x;
  doc.fillColor(color).text(text, left, y, { lineBreak: false, baseline: 'alphabetic' });
}

function rule(
  doc: PDFKit.PDFDocument,
  from: number,
  to: number,
  y: number,
  width = 0.5,
  color = 'black',
): void {
  doc.moveTo(from, y).lineTo(to, y).lineWidth(width).stroke(color);
}

function pageCount(rows: number): number {
  return 1 + Math.max(Math.ceil((rows - firstPage.rows) / nextPages.rows), 0);
}

interface Row {
  readonly cells: readonly string[];
  /** Below the reference. */
  readonly order: string;
  readonly isBold: boolean;
}

async function* tableRows({ head, lines }: OpenStatement): AsyncGenerator<readonly Row[]> {
  const { sums } = head;
  const blank = ['', '', '', '', '', ''];
  yield [bold(['', 'Opening balance', ...blank, formatNaira(sums.openingMinor)])];
  const totals = { gross: 0n, fee: 0n, vat: 0n, duty: 0n, net: 0n };
  for await (const page of lines) {
    for (const line of page) {
      totals.gross += line.grossMinor;
      totals.fee += line.feeMinor;
      totals.vat += line.vatMinor;
      totals.duty += line.dutyMinor;
      totals.net += line.netMinor;
    }
    yield page.map(rowOf);
  }
  const amounts = [totals.gross, totals.fee, totals.vat, totals.duty, totals.net];
  const closing = formatNaira(sums.closingMinor);
  yield [bold(['', 'Closing balance', '', ...amounts.map(formatNaira), closing])];
}

const bold = (cells: readonly string[]): Row => ({ cells, order: '', isBold: true });

function rowOf(line: BalancedLine): Row {
  const { grossMinor, feeMinor, vatMinor, dutyMinor, netMinor, balanceMinor } = line;
  const amounts = [grossMinor, feeMinor, vatMinor, dutyMinor, netMinor, balanceMinor];
  const words = [lagosMinute(line.bookedAt), typeNames[line.type], line.reference];
  return {
    cells: [...words, ...amounts.map(formatNaira)],
    order: line.paymentReference ?? '',
    isBold: false,
  };
}

/** Groups the rows into pages. */
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

const grey = '#595959';
const pale = '#d9d9d9';

function drawPage(
  doc: PDFKit.PDFDocument,
  { head, issuedAt }: OpenStatement,
  rows: readonly Row[],
  isFirst: boolean,
  foot: string,
): void {
  const number = statementNumber(head);
  const { left, right } = sheet;
  if (isFirst) drawSummary(doc, head, issuedAt);
  else {
    const title = `Statement ${number} - ${head.merchantName}`;
    print(doc, title, left, 46, { size: 9, face: 'bold', room: 770 });
  }
  const { top } = isFirst ? firstPage : nextPages;
  rule(doc, left, right, top - 23);
  for (const [heading, x, align, room] of columns) {
    print(doc, heading, x, top - 14, { size: 7, face: 'bold', align, room });
  }
  rule(doc, left, right, top - 9);
  for (const [at, row] of rows.entries()) drawRow(doc, row, top + at * rowHeight);
  rule(doc, left, right, 560, 0.5, grey);
  print(doc, `Statement ${number}`, left, 572, { size: 7, color: grey });
  print(doc, foot, right, 572, { size: 7, align: 'end', color: grey });
}

function drawRow(doc: PDFKit.PDFDocument, { cells, order, isBold }: Row, y: number): void {
  const face = isBold ? 'bold' : 'regular';
  for (const [at, [, x, align, room]] of columns.entries()) {
    const cell = cells[at] ?? '';
    if (cell === '') continue;
    // A balance's name runs over into the column beside it, which is empty.
    const free = isBold && align === 'start' ? Infinity : room;
    print(doc, cell, x, y, { size: 7, face, align, room: free });
  }
  const [, x, , room] = orderColumn;
  if (order !== '') print(doc, order, x, y + 6.5, { size: 6, room, color: grey });
  rule(doc, sheet.left, sheet.right, y + 9, 0.25, pale);
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

function drawSummary(doc: PDFKit.PDFDocument, head: StatementHead, issuedAt: Date): void {
  const { left, right } = sheet;
  print(doc, 'Statement of account', left, 54, { size: 18, face: 'bold' });
  print(doc, head.merchantName, left, 76, { size: 11, face: 'bold', room: 380 });
  const facts = factsOf(head, issuedAt);
  for (const [at, [name, value]] of facts.entries()) {
    print(doc, name, left, 98 + at * 14, { size: 8.5, color: grey });
    print(doc, value, left + 92, 98 + at * 14, { size: 8.5, room: 290 });
  }
  const [from, y] = [500, 54];
  print(doc, 'Summary', from, y, { size: 9, face: 'bold' });
  print(doc, 'NGN', right, y, { size: 9, face: 'bold', align: 'end' });
  rule(doc, from, right, y + 5);
  for (const [at, [name, of]] of summary.entries()) {
    print(doc, name, from, y + 19 + at * 15, { size: 8.5 });
    print(doc, formatNaira(of(head.sums)), right, y + 19 + at * 15, { size: 8.5, align: 'end' });
  }
  const last = y + 19 + summary.length * 15;
  rule(doc, from, right, last - 10);
  print(doc, 'Closing balance', from, last + 2, { size: 9, face: 'bold' });
  const closing = formatNaira(head.sums.closingMinor);
  print(doc, closing, right, last + 2, { size: 9, face: 'bold', align: 'end' });
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
