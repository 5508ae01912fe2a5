import { isCharged } from '../domain/channels.js';
import { createRequire } from 'node:module';
import { formatNaira } from '../domain/money.js';
import type { Checkout } from '../domain/ports/checkout-store.port.js';
import { isPaid } from '../domain/checkout-state.js';
import { payingCredit } from '../checkout/checkout-money.js';
import { paperText } from './paper-text.js';
import type { PageRecord } from './page.store.js';
import { lagosDate, lagosTime } from './page-view.js';

/** Free fonts with the naira sign and the letters of Yoruba, Igbo and Hausa; only what is used of them is embedded. */
const require = createRequire(import.meta.url);
const fonts = {
  regular: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
} as const;

/** A5, in points. */
const sheet = { width: 420, height: 595, left: 36, right: 384 } as const;
const grey = '#595959';

type Fact = readonly [name: string, text: string];

/** A line that ends with an amount. */
interface Sum {
  readonly name: string;
  readonly amountMinor: bigint;
  readonly isTotal?: boolean;
}

/** What a book-keeper needs of a payment; every figure is the checkout's own. In English, as the books are. */
export interface Receipt {
  readonly merchantName: string;
  readonly facts: readonly Fact[];
  readonly sums: readonly Sum[];
}

/** Undefined while the checkout is not paid. */
export function receiptOf({ checkout, ...record }: PageRecord): Receipt | undefined {
  const paying = payingCredit(checkout);
  if (!isPaid(checkout.status) || paying === undefined) return undefined;
  const paidAt = paying.sentAt ?? paying.receivedAt;
  const moment = (time: Date): string => `${lagosDate(time)} ${lagosTime(time)} (Lagos)`;
  return {
    merchantName: paperText(record.merchantName),
    facts: [
      ['Receipt', paying.creditId],
      ['Order', checkout.paymentReference],
      ...(record.description === null ? [] : [['For', paperText(record.description)] as const]),
      ['Paid on', moment(paidAt)],
      ['Paid by', isCharged(paying.channel) ? 'Card' : 'Bank transfer'],
      ...(paying.accountNumber === null ? [] : [['To account', paying.accountNumber] as const]),
      ['Session', paying.sessionId],
      ['Issued', moment(checkout.now)],
    ],
    sums: [
      ...(record.wishes.items ?? []).map(({ name, quantity, amount }) => ({
        name: paperText(quantity > 1 ? `${quantity} × ${name}` : name),
        amountMinor: BigInt(amount),
      })),
      ...amountsOf(checkout),
    ],
  };
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

/** The receipt on paper. */
export async function receiptPdf(receipt: Receipt, issuedAt: Date, logo?: Buffer): Promise<Buffer> {
  // an eighth of what the API loads, and few ask for it
  const { default: PDFDocument } = await import('pdfkit');
  const doc = new PDFDocument({
    size: [sheet.width, sheet.height],
    margin: 0,
    lang: 'en-NG',
    info: {
      Title: `Receipt, ${receipt.merchantName}`,
      Producer: 'Manilla',
      Creator: 'Manilla',
      CreationDate: issuedAt,
    },
  });
  for (const [face, file] of Object.entries(fonts)) doc.registerFont(face, file);
  if (logo !== undefined)
    doc.image(logo, sheet.right - 120, 36, { fit: [120, 36], align: 'right' });
  draw(doc, receipt);
  doc.end();
  const written: Buffer[] = [];
  for await (const part of doc) written.push(part as Buffer);
  return Buffer.concat(written);
}

function draw(doc: PDFKit.PDFDocument, { merchantName, facts, sums }: Receipt): void {
  const width = sheet.right - sheet.left;
  doc.font('bold', 18).text('Receipt', sheet.left, 40);
  doc.font('bold', 12).text(merchantName, sheet.left, doc.y + 4, { width });
  doc.moveDown(1);
  for (const [name, text] of facts) {
    const { y } = doc;
    doc.font('regular', 9).fillColor(grey).text(name, sheet.left, y);
    doc.fillColor('black').text(text, sheet.left + 84, y, { width: width - 84 });
    doc.y += 4;
  }
  doc.moveDown(1);
  for (const { name, amountMinor, isTotal = false } of sums) {
    const { y } = doc;
    doc
      .moveTo(sheet.left, y - 3)
      .lineTo(sheet.right, y - 3)
      .lineWidth(isTotal ? 1 : 0.25)
      .stroke();
    doc.font(isTotal ? 'bold' : 'regular', isTotal ? 11 : 9).fillColor('black');
    doc.text(formatNaira(amountMinor), sheet.left, y, { width, align: 'right' });
    doc.text(name, sheet.left, y, { width: width - 110 });
    doc.y += 6;
  }
}
