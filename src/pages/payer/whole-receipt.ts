import type { PageLinks } from '../../payments/checkouts/page-links.js';
import type { PageRecord, PgPageStore } from './page.store.js';
import { receiptOf, type Receipt } from './receipt-pdf.js';

export interface ReceiptPorts {
  readonly pages: Pick<PgPageStore, 'sendersOf'>;
  readonly links: Pick<PageLinks, 'urlOf'>;
  readonly isSandbox: boolean;
}

/**
 * Returns the receipt with the senders of its payments, and the page on which it can be verified. Undefined while the
 * checkout is not paid.
 */
export async function wholeReceipt(
  record: PageRecord,
  { pages, links, isSandbox }: ReceiptPorts,
): Promise<Receipt | undefined> {
  const { credits, checkoutId } = record.checkout;
  const senders = await pages.sendersOf(credits.map(({ creditId }) => creditId));
  return receiptOf(record, isSandbox, { senders, pageUrl: links.urlOf(checkoutId) });
}
