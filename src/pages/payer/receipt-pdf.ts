import { isCharged } from '../../domain/channels.js';
import { formatNaira } from '../../domain/money.js';
import type { Checkout, CreditView } from '../../payments/checkouts/checkout.js';
import { isPaid } from '../../domain/checkout-state.js';
import { payingCredits } from '../../payments/checkouts/checkout-money.js';
import { openPaper, type PaperFace } from '../../http/paper.js';
import { drawPicture } from '../../http/paper-picture.js';
import { paperText } from './paper-text.js';
import type { PageRecord } from './page.store.js';
import { cardName, lagosDate, lagosTime } from './page-view.js';
import { qrRuns } from './qr-code.js';

/** A5, in points. */
const sheet = { width: 420, height: 595, left: 36, right: 384, top: 48, bottom: 540 } as const;
const grey = '#595959';

type Fact = readonly [name: string, text: string];

/** A line that ends with an amount. */
interface Sum {
  readonly name: string;
  readonly amountMinor: bigint;
  readonly isTotal?: boolean;
}

/**
 * The facts about a payment that a book-keeper needs; every figure is the checkout's own. The receipt is in English,
 * like the books.
 */
export interface Receipt {
  /** Whether no real money moved. Each page says so then. */
  readonly isSandbox: boolean;
  readonly merchantName: string;
  readonly title:
    | 'Receipt'
    | 'Receipt of a payment that was refunded'
    | 'Receipt of a payment that was taken back';
  readonly facts: readonly Fact[];
  /** The merchant's address and contacts, one per line. */
  readonly contact: readonly string[];
  /** The address of the page that shows the same facts. It is printed as a QR code; null: no code is printed. */
  readonly pageUrl: string | null;
  readonly sums: readonly Sum[];
  /** The transfers or the charge that the order was paid with, oldest first. */
  readonly payments: readonly Payment[];
}

/** A payment with the references that the books use. */
interface Payment {
  readonly reference: string;
  readonly facts: readonly Fact[];
  readonly amountMinor: bigint;
}

/** The data of a receipt that are not in its checkout. */
interface ReceiptSources {
  /** The senders of the payments, by the payments' ids. */
  readonly senders?: ReadonlyMap<string, string>;
  readonly pageUrl?: string | null;
}

/** Returns undefined while the checkout is not paid. */
export function receiptOf(
  { checkout, ...record }: PageRecord,
  isSandbox: boolean,
  { senders, pageUrl = null }: ReceiptSources = {},
): Receipt | undefined {
  const paying = payingCredits(checkout);
  const last = paying.at(-1);
  if (!isPaid(checkout.status) || last === undefined) return undefined;
  return {
    isSandbox,
    merchantName: paperText(record.merchantName),
    title: titleOf(checkout),
    contact: contactOf(record.merchantPage),
    pageUrl,
    facts: [
      ['Order', checkout.paymentReference],
      ...(record.description === null ? [] : [['For', paperText(record.description)] as const]),
      ['Paid on', moment(last.sentAt ?? last.receivedAt)],
      ['Paid by', wayOf(last, paying.length)],
      ['Issued', moment(checkout.now)],
    ],
    sums: [
      ...(record.wishes.items ?? []).map(({ name, quantity, amount }) => ({
        name: paperText(quantity > 1 ? `${quantity} × ${name}` : name),
        amountMinor: BigInt(amount),
      })),
      ...amountsOf(checkout),
    ],
    payments: paying.map((credit) => ({
      reference: credit.creditId,
      facts: [
        ...payerOf(credit, checkout, senders),
        ['Sent', moment(credit.sentAt ?? credit.receivedAt)],
        ...(credit.accountNumber === null ? [] : [['To account', credit.accountNumber] as const]),
        [isCharged(credit.channel) ? 'Charge' : 'Session', credit.sessionId],
      ],
      // A payment counts with its applied part, so that the payments of a receipt add up to its amount paid.
      amountMinor: credit.appliedMinor,
    })),
  };
}

function contactOf({ address, supportEmail, supportPhone }: PageRecord['merchantPage']): string[] {
  const ways = [supportEmail ?? [], supportPhone ?? []].flat().join(' · ');
  return [address ?? '', ways].filter((line) => line !== '').map(paperText);
}

/** Returns the sender of the transfer, or the card that was charged. */
function payerOf(
  { creditId }: CreditView,
  { cardAttempts }: Checkout,
  senders: ReadonlyMap<string, string> | undefined,
): Fact[] {
  const sender = senders?.get(creditId);
  if (sender !== undefined) return [['Sender', paperText(sender)]];
  const card = cardAttempts.find((attempt) => attempt.creditId === creditId)?.card;
  return card ? [['Card', paperText(cardName(card))]] : [];
}

function moment(time: Date): string {
  return `${lagosDate(time)} ${lagosTime(time)} (Lagos)`;
}

function wayOf({ channel }: CreditView, payments: number): string {
  if (isCharged(channel)) return 'Card';
  return payments === 1 ? 'Bank transfer' : `${payments} bank transfers`;
}

/** A receipt for money that is not the merchant's any more must not look like a proof of payment. */
function titleOf({ acceptedMinor, refundedMinor, takenBackMinor }: Checkout): Receipt['title'] {
  if (takenBackMinor >= acceptedMinor) return 'Receipt of a payment that was taken back';
  if (refundedMinor + takenBackMinor < acceptedMinor) return 'Receipt';
  return 'Receipt of a payment that was refunded';
}

function amountsOf(checkout: Checkout): Sum[] {
  const { amountMinor, expectedMinor, acceptedMinor, refundedMinor, takenBackMinor } = checkout;
  const back: Sum[] =
    refundedMinor > 0n ? [{ name: 'Sent back later', amountMinor: -refundedMinor }] : [];
  const reversed: Sum[] =
    takenBackMinor > 0n ? [{ name: 'Taken back by the bank', amountMinor: -takenBackMinor }] : [];
  return [
    { name: 'Amount of the order', amountMinor },
    ...(expectedMinor > amountMinor
      ? [{ name: 'Fee paid by the customer', amountMinor: expectedMinor - amountMinor }]
      : []),
    { name: 'Amount paid', amountMinor: acceptedMinor, isTotal: true },
    ...back,
    ...reversed,
  ];
}

/** Draws the receipt as a PDF. */
export async function receiptPdf(receipt: Receipt, issuedAt: Date, logo?: Buffer): Promise<Buffer> {
  const doc = await openPaper({
    title: `Receipt, ${receipt.merchantName}`,
    ...{ isSandbox: receipt.isSandbox, issuedAt },
    ...{ width: sheet.width, height: sheet.height },
  });
  doc.addPage();
  if (logo !== undefined) {
    const place = { fit: [120, 36] as [number, number], align: 'right' } as const;
    await drawPicture(doc, logo, [sheet.right - 120, 36], place);
  }
  draw(doc, receipt, logo === undefined ? 0 : 130);
  doc.end();
  return doc.read() as Buffer;
}

const width = sheet.right - sheet.left;
const amountWidth = 110;

function draw(doc: PDFKit.PDFDocument, receipt: Receipt, logoWidth: number): void {
  const room = width - logoWidth;
  put(doc.fillColor('black').font('bold', 18), receipt.title, sheet.left, 40, room);
  put(doc.font('bold', 12), receipt.merchantName, sheet.left, doc.y + 4, room);
  doc.font('regular', 9).fillColor(grey);
  for (const line of receipt.contact) put(doc, line, sheet.left, doc.y + 2, room);
  doc.moveDown(1);
  for (const fact of receipt.facts) drawFact(doc, fact);
  doc.moveDown(1);
  for (const sum of receipt.sums) drawSum(doc, sum);
  doc.moveDown(1);
  for (const { reference, facts, amountMinor } of receipt.payments) {
    drawSum(doc, { name: `Payment ${reference}`, amountMinor });
    for (const fact of facts) drawFact(doc, fact);
    doc.y += 4;
  }
  drawEnd(doc, receipt);
}

const codeWidth = 72;
/**
 * The fixed mask of a printed code. Trying all eight masks takes six times as long as the rest of the code, and readers
 * accept any mask.
 */
const paperMask = 2;

/** Prints thanks for money that the merchant has, and tells how to check the receipt. */
function drawEnd(doc: PDFKit.PDFDocument, { title, merchantName, pageUrl }: Receipt): void {
  if (title === 'Receipt') {
    const thanks = `Thank you for your payment to ${merchantName}.`;
    const y = beginRow(doc, ['bold', 9], thanks, width);
    put(doc.fillColor('black'), thanks, sheet.left, y, width);
    doc.y += 8;
  }
  if (pageUrl === null) return;
  if (doc.y + codeWidth > sheet.bottom) {
    doc.addPage();
    doc.y = sheet.top;
  }
  const top = doc.y;
  drawCode(doc, pageUrl, top);
  const { origin } = new URL(pageUrl);
  const how = `Check this receipt: scan the code. The page, whose address begins with ${origin}, must show the same order and the same amounts.`;
  const left = sheet.left + codeWidth + 12;
  doc.font('regular', 9).fillColor(grey);
  doc.text(how, left, top + 6, { width: sheet.right - left });
  doc.y = top + codeWidth;
}

function drawCode(doc: PDFKit.PDFDocument, pageUrl: string, top: number): void {
  const { runs, size } = qrRuns(pageUrl, paperMask);
  doc
    .save()
    .translate(sheet.left, top)
    .scale(codeWidth / size);
  // The code has a white background, because the mark of a test document may lie below it.
  doc.rect(0, 0, size, size).fill('white');
  doc.fillColor('black');
  // All rectangles are added as one text, because pdfkit takes as long for one rectangle as for a line of words.
  doc.addContent(runs.map(({ x, y, length }) => `${x} ${y} ${length} 1 re`).join('\n'));
  doc.addContent('f').restore();
}

/** Prints a line without pdfkit's search for line breaks, which takes several times as long. */
function put(doc: PDFKit.PDFDocument, text: string, x: number, y: number, room: number): void {
  if (doc.widthOfString(text) > room) {
    doc.text(text, x, y, { width: room });
    return;
  }
  doc.text(text, x, y, { lineBreak: false });
  doc.y = y + doc.currentLineHeight(true);
}

function heightOf(doc: PDFKit.PDFDocument, text: string, room: number): number {
  return doc.widthOfString(text) > room
    ? doc.heightOfString(text, { width: room })
    : doc.currentLineHeight(true);
}

type Face = readonly [font: PaperFace, size: number];

/**
 * Moves to the next page when this one has no room for the whole row, because a row is never split. Returns the row's
 * top.
 */
function beginRow(doc: PDFKit.PDFDocument, [font, size]: Face, text: string, room: number): number {
  doc.font(font, size);
  if (doc.y + heightOf(doc, text, room) > sheet.bottom) {
    doc.addPage();
    doc.y = sheet.top;
    // Drawing the mark on the new page has changed the font.
    doc.font(font, size);
  }
  return doc.y;
}

function drawFact(doc: PDFKit.PDFDocument, [name, text]: Fact): void {
  const room = width - 84;
  const y = beginRow(doc, ['regular', 9], text, room);
  put(doc.fillColor(grey), name, sheet.left, y, width);
  put(doc.fillColor('black'), text, sheet.left + 84, y, room);
  doc.y += 4;
}

function drawSum(doc: PDFKit.PDFDocument, { name, amountMinor, isTotal = false }: Sum): void {
  const room = width - amountWidth;
  const y = beginRow(doc, isTotal ? ['bold', 11] : ['regular', 9], name, room);
  const thickness = isTotal ? 1 : 0.25;
  doc.moveTo(sheet.left, y - 3).lineTo(sheet.right, y - 3);
  doc.lineWidth(thickness).stroke('black');
  const amount = formatNaira(amountMinor);
  put(doc.fillColor('black'), amount, sheet.right - doc.widthOfString(amount), y, width);
  put(doc, name, sheet.left, y, room);
  doc.y += 6;
}
