import type { MoneyPorts } from '../../pages/portal/money-ports.js';
import { PgPortalViews } from '../../pages/portal/portal-view.store.js';
import { PgAccessNotes } from '../../people/access-note.store.js';
import { rolesWith } from '../../people/rights.js';
import { RefundProposals } from '../../payouts/refunds/refund-proposals.js';
import { PgRefundProposals } from '../../payouts/refunds/refund-proposal.store.js';
import { MerchantHomeService } from '../../reports/home/merchant-home.service.js';
import { PgMerchantNeeds } from '../../reports/home/merchant-needs.store.js';
import { MerchantOrders } from '../../reports/orders/merchant-orders.js';
import { PgOrders } from '../../reports/orders/order.store.js';
import { PgSums } from '../../reports/sums/sums.store.js';
import { transactionView } from '../../reports/transactions/transaction-view.js';
import { PgAskedErasures } from '../../upkeep/erasure/asked-erasure.store.js';
import type { AccountParts } from './accounts.js';
import type { ApiConnections } from './connections.js';
import type { HttpParts } from './http.js';
import type { MerchantParts } from './merchants.js';
import { notifyParts } from './notify.js';
import { checkoutParts, creditParts } from './payments.js';
import { payoutParts } from './payouts.js';
import { reportParts } from './reports.js';

/** Creates the sources of the portal's pages about money: the services of the merchants' own API, and reports. */
export function portalMoney(
  connections: ApiConnections,
  http: HttpParts,
  merchant: MerchantParts,
  accounts: AccountParts,
): MoneyPorts {
  const { pool } = connections;
  const checkouts = checkoutParts(connections, http, merchant, accounts);
  const { disputes, evidenceFiles } = creditParts(connections);
  const { refunds, banks } = payoutParts(connections, http);
  const { replays } = notifyParts(connections);
  const { search, transactions, merchant: merchants } = reportParts(connections);
  const needs = new PgMerchantNeeds(pool);
  return {
    home: new MerchantHomeService(new PgSums(pool), needs, merchants),
    orders: new MerchantOrders(new PgOrders(pool)),
    accounts: accounts.all,
    received: {
      list: (merchantId, which, cursor) =>
        transactions.list(
          merchantId,
          { ...which, size: 25, ...(cursor !== undefined && { cursor }) },
          (found) => paymentOf(transactionView(found, true)),
        ),
    },
    payments: {
      find: async (merchantId, reference) =>
        paymentOf(transactionView(await transactions.findCredit(merchantId, reference), true)),
    },
    erasures: new PgAskedErasures(pool),
    reads: new PgAccessNotes(pool),
    views: new PgPortalViews(pool),
    merchants: merchant.directory,
    proposals: new RefundProposals(
      new PgRefundProposals(pool, rolesWith('refunds:write')),
      refunds,
    ),
    ...{ search, refunds, banks, disputes, evidenceFiles, replays },
    lists: checkouts.lists,
    queries: checkouts.queries,
    cancels: checkouts.cancels,
    pageLinks: checkouts.pageLinks,
  };
}

function paymentOf(transaction: ReturnType<typeof transactionView>) {
  const { transactionReference, paymentReference, amountReceived, amountRefundable } = transaction;
  const { currency, exception, paymentChannel, source, receivedAt } = transaction;
  return {
    ...{ transactionReference, paymentReference, amountReceived, amountRefundable },
    ...{ currency, exception, paymentChannel, amount: amountReceived },
    senderName: source?.accountName ?? null,
    senderAccount: source?.accountNumber ?? null,
    senderBank: source?.bankName ?? null,
    receivedAt: String(receivedAt),
  };
}
