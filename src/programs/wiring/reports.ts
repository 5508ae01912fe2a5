import { PgAskedAtBank } from '../../upkeep/reconciliation/by-query.store.js';
import { PgStatementFiles } from '../../upkeep/statements/statement-file.store.js';
import { CreditIntake } from '../../payments/credits/credit-intake.js';
import { PgCreditStore } from '../../payments/credits/credit.store.js';
import { DeskSearchController } from '../../reports/search/desk-search.controller.js';
import { PgInDoubt } from '../../reports/in-doubt/in-doubt.store.js';
import { InDoubtController } from '../../reports/in-doubt/in-doubt.controller.js';
import { InDoubtService } from '../../reports/in-doubt/in-doubt.service.js';
import { HomeService } from '../../reports/home/home.service.js';
import { PgHome } from '../../reports/home/home.store.js';
import { PgInstallation } from '../../reports/installation/installation.store.js';
import { PgHolidays } from '../../payouts/calendar/holiday.store.js';
import { LedgerController } from '../../reports/ledger/ledger.controller.js';
import { LedgerService } from '../../reports/ledger/ledger.service.js';
import { PgLedgerBalances } from '../../reports/ledger/ledger-balances.store.js';
import { MerchantService } from '../../reports/merchant/merchant.service.js';
import { PgMerchantRecord } from '../../reports/merchant/merchant.store.js';
import { OrderService } from '../../reports/orders/order.service.js';
import { PgOrders } from '../../reports/orders/order.store.js';
import { OrdersController } from '../../reports/orders/orders.controller.js';
import { SearchService } from '../../reports/search/search.service.js';
import { PgSearch } from '../../reports/search/search.store.js';
import { DeskSumsController } from '../../reports/sums/desk-sums.controller.js';
import { SumsService } from '../../reports/sums/sums.service.js';
import { PgSums } from '../../reports/sums/sums.store.js';
import { ThingsController } from '../../reports/things/things.controller.js';
import { ThingsService } from '../../reports/things/things.service.js';
import { PgThings } from '../../reports/things/things.store.js';
import { PgBankAsking } from '../../reports/transactions/bank-asking.store.js';
import { BankRefresh } from '../../reports/transactions/bank-refresh.js';
import { InwardQueryService } from '../../reports/transactions/inward-query.service.js';
import { InwardController } from '../../reports/transactions/inward.controller.js';
import { PgTransactionStore } from '../../reports/transactions/transaction.store.js';
import { TransactionsController } from '../../reports/transactions/transactions.controller.js';
import { TransactionsService } from '../../reports/transactions/transactions.service.js';
import { WalletTransactionsService } from '../../reports/transactions/wallet-transactions.service.js';
import { PgWalletLines } from '../../reports/wallet/wallet-lines.store.js';
import { WalletService } from '../../reports/wallet/wallet.service.js';
import { PgWalletStore } from '../../reports/wallet/wallet.store.js';
import { PgEvidenceFiles } from '../../payments/disputes/evidence-file.store.js';
import { createSecretSeal } from '../../platform/keys/secret-seal.js';
import { PgReconciliationStore } from '../../upkeep/reconciliation/reconciliation.store.js';
import type { ApiConnections, Connections } from './connections.js';

export { MerchantController } from '../../reports/merchant/merchant.controller.js';
export { SumsController } from '../../reports/sums/sums.controller.js';
export { SearchController } from '../../reports/search/search.controller.js';
export { WalletController } from '../../reports/wallet/wallet.controller.js';
export const transactionControllers = [TransactionsController, InwardController];
export const deskReportControllers = [
  ...[DeskSearchController, OrdersController, InDoubtController],
  ...[ThingsController, LedgerController, DeskSumsController],
];

/** Creates the lists and searches for merchants. */
export function reportParts({ pool, config, rails, facts }: ApiConnections) {
  const transactions = new PgTransactionStore(pool);
  const refresh = new BankRefresh({
    banks: rails,
    statements: new PgReconciliationStore(pool),
    intake: new CreditIntake(new PgCreditStore(pool), facts),
    asking: new PgBankAsking(pool),
  });
  return {
    transactions: new TransactionsService(transactions),
    inwardQueries: new InwardQueryService(transactions, refresh),
    walletTransactions: new WalletTransactionsService(new PgWalletLines(pool)),
    wallet: new WalletService(new PgWalletStore(pool)),
    search: new SearchService(new PgSearch(pool)),
    merchant: new MerchantService(new PgMerchantRecord(pool), config.environment),
    sums: new SumsService(new PgSums(pool)),
  };
}

/** The time limit of operators' sums by status, of which nothing is stored. It is shorter than a request may take. */
const byStatusMs = 12_000;

/** Creates the searches and orders for operators. */
export function deskReportParts({ pool, config, logger }: Connections) {
  const workflows = `${config.uiOrigin}/namespaces/${config.temporalNamespace}/workflows`;
  return {
    search: new SearchService(new PgSearch(pool)),
    orders: new OrderService(new PgOrders(pool), workflows, logger),
    doubts: new InDoubtService(new PgInDoubt(pool)),
    installation: { holidays: new PgHolidays(pool), installation: new PgInstallation(pool) },
    home: new HomeService(new PgHome(pool), new PgSums(pool)),
    sums: new SumsService(new PgSums(pool, byStatusMs)),
    things: new ThingsService(
      new PgThings(pool),
      new PgEvidenceFiles(pool, createSecretSeal(config.sealKeys, 'evidence file')),
      logger,
    ),
    ledger: new LedgerService(new PgLedgerBalances(pool)),
    statements: new PgStatementFiles(pool),
    asked: new PgAskedAtBank(pool),
  };
}
