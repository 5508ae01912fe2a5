// Made from openapi.json by scripts/generate-docs.ts ("npm run fix"). Do not edit.

import { Resource, type CallOptions, type Conditional, type Waiting, type WriteOptions } from '../call.js';
import { listOf, type List } from '../list.js';
import type { Changed, CsvFile, Decided, NotModified, Pending, PdfFile, Result } from '../result.js';
import type * as Schemas from './schema.js';

export class BanksResource extends Resource {
  /**
   * Lists the banks that money can be sent to, by name. Send either code of a bank where a request asks for `bankCode`.
   *
   * `GET /api/v1/banks`, scope `banks:read`
   */
  list(options: CallOptions = {}): Promise<Result<Schemas.BankList>> {
    return this.call({ method: 'GET', path: '/api/v1/banks' }, options);
  }
}

export class CheckoutsResource extends Resource {
  /**
   * Starts a checkout; the same request again answers with the same checkout.
   *
   * `POST /api/v1/checkout/initiate`, scope `checkout:write`
   */
  initiate(body: Schemas.InitiateRequest, options: WriteOptions = {}): Promise<Result<Schemas.InitiatedCheckout>> {
    return this.call({ method: 'POST', path: '/api/v1/checkout/initiate', body, takesKey: true }, options);
  }

  /**
   * Issues a virtual account to pay into; the same request again answers with the same account and expiry.
   *
   * `POST /api/v1/checkout/create-account`, scope `checkout:write`
   */
  createAccount(body: Schemas.CreateAccountRequest, options: WriteOptions = {}): Promise<Result<Schemas.DynamicAccountData>> {
    return this.call({ method: 'POST', path: '/api/v1/checkout/create-account', body, takesKey: true }, options);
  }

  /**
   * Returns a checkout and, while it is open and for 24 hours after it was paid, its access code.
   *
   * `GET /api/v1/checkout/query/{paymentReference}`, scope `checkout:read`
   */
  query(paymentReference: string, options: CallOptions & Waiting & Conditional): Promise<Changed<Schemas.CheckoutView> | NotModified>;
  query(paymentReference: string, options?: CallOptions & Waiting): Promise<Result<Schemas.CheckoutView>>;
  query(paymentReference: string, options: CallOptions & Waiting = {}): Promise<any> {
    return this.call({ method: 'GET', path: '/api/v1/checkout/query/{paymentReference}', pathValues: { paymentReference } }, options);
  }

  /**
   * Tells the final result of a transfer, from our own books; with a card's token, charges the card.
   *
   * `POST /api/v1/checkout/complete-checkout`, scope `checkout:write`
   */
  complete(body: Schemas.CompleteRequest, options: WriteOptions & Waiting = {}): Promise<Decided<Schemas.CompletedCheckout> | Pending<Schemas.CompleteCheckoutPending>> {
    return this.call({ method: 'POST', path: '/api/v1/checkout/complete-checkout', body, takesKey: true, mayBePending: true }, options);
  }

  /**
   * Calls the checkout off. What was paid in part goes back to where it came from.
   *
   * `POST /api/v1/checkout/{paymentReference}/cancel`, scope `checkout:write`
   */
  cancel(paymentReference: string, body: Schemas.CancelRequest = {}, options: WriteOptions = {}): Promise<Result<Schemas.CheckoutView>> {
    return this.call({ method: 'POST', path: '/api/v1/checkout/{paymentReference}/cancel', pathValues: { paymentReference }, body, takesKey: true }, options);
  }

  /**
   * What happened to a checkout, in the order in which it happened: for those who answer a customer.
   *
   * `GET /api/v1/checkout/{paymentReference}/timeline`, scope `checkout:read`
   */
  timeline(paymentReference: string, options: CallOptions = {}): Promise<Result<Schemas.CheckoutTimeline>> {
    return this.call({ method: 'GET', path: '/api/v1/checkout/{paymentReference}/timeline', pathValues: { paymentReference } }, options);
  }
}

export class MerchantResource extends Resource {
  /**
   * What is done with money that does not fit, unless a checkout says otherwise at initiate.
   *
   * `GET /api/v1/merchant/policies`, scope `checkout:read`
   */
  getPolicies(options: CallOptions = {}): Promise<Result<Schemas.PoliciesView>> {
    return this.call({ method: 'GET', path: '/api/v1/merchant/policies' }, options);
  }

  /**
   * Replaces all of them: what is left out gets its default. Checkouts that exist keep theirs.
   *
   * `PUT /api/v1/merchant/policies`, scope `policies:write`
   */
  replacePolicies(body: Schemas.PolicyChanges, options: WriteOptions = {}): Promise<Result<Schemas.PoliciesView>> {
    return this.call({ method: 'PUT', path: '/api/v1/merchant/policies', body, takesKey: true }, options);
  }

  /**
   * When you are paid out, from how much on, and what a transfer to you costs.
   *
   * `GET /api/v1/merchant/settlement-settings`, scope `settlements:read`
   */
  getSettlementSettings(options: CallOptions = {}): Promise<Result<Schemas.SettlementSettingsView>> {
    return this.call({ method: 'GET', path: '/api/v1/merchant/settlement-settings' }, options);
  }

  /**
   * Replaces schedule and minimum. What is not due yet gets the due date of the new schedule; what is due stays due.
   *
   * `PUT /api/v1/merchant/settlement-settings`, scope `settlements:write`
   */
  replaceSettlementSettings(body: Schemas.SettlementSettingsRequest, options: WriteOptions = {}): Promise<Result<Schemas.SettlementSettingsView>> {
    return this.call({ method: 'PUT', path: '/api/v1/merchant/settlement-settings', body, takesKey: true }, options);
  }
}

export class RefundsResource extends Resource {
  /**
   * Sends money of a transaction back to its payer: all that is left, or a part, also in several refunds. 202 until the money has arrived; the same request again tells how far it is.
   *
   * `POST /api/v1/transactions/{reference}/refund`, scope `refunds:write`
   */
  create(reference: string, body: Schemas.RefundRequest, options: WriteOptions = {}): Promise<Decided<Schemas.RequestedRefund> | Pending<Schemas.RequestRefundPending>> {
    return this.call({ method: 'POST', path: '/api/v1/transactions/{reference}/refund', pathValues: { reference }, body, takesKey: true, mayBePending: true }, options);
  }

  /**
   * The refunds of a transaction, the oldest first: yours, and those that a policy made.
   *
   * `GET /api/v1/transactions/{reference}/refunds`, scope `refunds:read`
   */
  listForTransaction(reference: string, options: CallOptions & Conditional): Promise<Changed<Schemas.RefundList> | NotModified>;
  listForTransaction(reference: string, options?: CallOptions): Promise<Result<Schemas.RefundList>>;
  listForTransaction(reference: string, options: CallOptions = {}): Promise<any> {
    return this.call({ method: 'GET', path: '/api/v1/transactions/{reference}/refunds', pathValues: { reference } }, options);
  }

  /**
   * Your refunds, the newest first: those you asked for, and those that a policy or an operator made.
   *
   * `GET /api/v1/refunds`, scope `refunds:read`
   */
  list(query: Schemas.ListAllRefundsQuery = {}, options: CallOptions = {}): List<Schemas.RefundPage> {
    return listOf(query, (page) => this.call({ method: 'GET', path: '/api/v1/refunds', query: page }, options));
  }

  /**
   * Tells how far a refund is.
   *
   * `GET /api/v1/refunds/{refundReference}`, scope `refunds:read`
   */
  get(refundReference: string, options: CallOptions & Waiting & Conditional): Promise<Changed<Schemas.RefundView> | NotModified>;
  get(refundReference: string, options?: CallOptions & Waiting): Promise<Result<Schemas.RefundView>>;
  get(refundReference: string, options: CallOptions & Waiting = {}): Promise<any> {
    return this.call({ method: 'GET', path: '/api/v1/refunds/{refundReference}', pathValues: { refundReference } }, options);
  }

  /**
   * Gives a refund another account when the one the money came from takes none (status NEEDS_ACCOUNT).
   *
   * `POST /api/v1/refunds/{refundReference}/destination`, scope `refunds:write`
   */
  provideAccount(refundReference: string, body: Schemas.DestinationRequest, options: WriteOptions = {}): Promise<Result<Schemas.RefundView>> {
    return this.call({ method: 'POST', path: '/api/v1/refunds/{refundReference}/destination', pathValues: { refundReference }, body, takesKey: true }, options);
  }
}

export class SettlementsResource extends Resource {
  /**
   * Business days, holidays and your payout days in Lagos. A holiday may still be declared: due dates move with it.
   *
   * `GET /api/v1/settlement/calendar`, scope `settlements:read`
   */
  calendar(query: Schemas.GetSettlementCalendarQuery = {}, options: CallOptions = {}): Promise<Result<Schemas.SettlementCalendar>> {
    return this.call({ method: 'GET', path: '/api/v1/settlement/calendar', query }, options);
  }

  /**
   * Pays you now, without waiting for the next run: all that is due, or a part. 202 until the money has arrived; the same request again tells how far it is.
   *
   * `POST /api/v1/settlement/merchant-settlement`, scope `settlements:write`
   */
  create(body: Schemas.SettlementRequestBody, options: WriteOptions = {}): Promise<Decided<Schemas.SettlementView> | Pending<Schemas.RequestSettlementPending>> {
    return this.call({ method: 'POST', path: '/api/v1/settlement/merchant-settlement', body, takesKey: true, mayBePending: true }, options);
  }

  /**
   * Confirms what became of a settlement: each transfer, and each time it was sent.
   *
   * `GET /api/v1/settlement/get-settlement-status/{settlementReference}`, scope `settlements:read`
   */
  get(settlementReference: string, query: Schemas.GetSettlementStatusQuery = {}, options: CallOptions = {}): Promise<Result<Schemas.SettlementStatusView>> {
    return this.call({ method: 'GET', path: '/api/v1/settlement/get-settlement-status/{settlementReference}', pathValues: { settlementReference }, query }, options);
  }

  /**
   * Your settlements, the newest first.
   *
   * `GET /api/v1/settlement/get-settlement-history`, scope `settlements:read`
   */
  list(query: Schemas.GetSettlementHistoryQuery = {}, options: CallOptions = {}): List<Schemas.PagedSettlements> {
    return listOf(query, (page) => this.call({ method: 'GET', path: '/api/v1/settlement/get-settlement-history', query: page }, options));
  }

  /**
   * What is in a settlement, in the order in which it was booked: opening + the lines' net = closing.
   *
   * `GET /api/v1/settlement/{settlementReference}/transactions`, scope `settlements:read`
   */
  listTransactions(settlementReference: string, query: Schemas.GetSettlementTransactionsQuery = {}, options: CallOptions = {}): List<Schemas.PagedSettlementTransactions> {
    return listOf(query, (page) => this.call({ method: 'GET', path: '/api/v1/settlement/{settlementReference}/transactions', pathValues: { settlementReference }, query: page }, options));
  }

  /**
   * Your statement of a period: what you had, every change, and what was left; as JSON, CSV or PDF. It is what the ledger says: opening and closing are your balances of pending and available money, less what you owe.
   *
   * `GET /api/v1/settlement/statement`, scope `settlements:read`
   */
  periodStatement(query: Schemas.GetPeriodStatementQuery & { readonly format: 'csv' }, options?: CallOptions): Promise<Result<CsvFile>>;
  periodStatement(query: Schemas.GetPeriodStatementQuery & { readonly format: 'pdf' }, options?: CallOptions): Promise<Result<PdfFile>>;
  periodStatement(query: Schemas.GetPeriodStatementQuery & { readonly format?: 'json' }, options?: CallOptions): Promise<Result<Schemas.StatementView>>;
  periodStatement(query: Schemas.GetPeriodStatementQuery, options: CallOptions = {}): Promise<any> {
    return this.call({ method: 'GET', path: '/api/v1/settlement/statement', query }, options);
  }

  /**
   * The statement of one settlement: each collection, refund and chargeback in it, and its payouts. JSON, CSV or PDF.
   *
   * `GET /api/v1/settlement/{settlementReference}/statement`, scope `settlements:read`
   */
  statement(settlementReference: string, query: Schemas.GetSettlementStatementQuery & { readonly format: 'csv' }, options?: CallOptions): Promise<Result<CsvFile>>;
  statement(settlementReference: string, query: Schemas.GetSettlementStatementQuery & { readonly format: 'pdf' }, options?: CallOptions): Promise<Result<PdfFile>>;
  statement(settlementReference: string, query?: Schemas.GetSettlementStatementQuery & { readonly format?: 'json' }, options?: CallOptions): Promise<Result<Schemas.StatementView>>;
  statement(settlementReference: string, query: Schemas.GetSettlementStatementQuery = {}, options: CallOptions = {}): Promise<any> {
    return this.call({ method: 'GET', path: '/api/v1/settlement/{settlementReference}/statement', pathValues: { settlementReference }, query }, options);
  }
}

export class TransactionsResource extends Resource {
  /**
   * What you have received, the newest first.
   *
   * `GET /api/v1/transactions`, scope `transactions:read`
   */
  list(query: Schemas.ListTransactionsQuery = {}, options: CallOptions = {}): List<Schemas.PagedTransactionList> {
    return listOf(query, (page) => this.call({ method: 'GET', path: '/api/v1/transactions', query: page }, options));
  }

  /**
   * One transaction, by its reference or by its order's. Of an order with several, the newest that counts towards it.
   *
   * `GET /api/v1/transactions/{reference}`, scope `transactions:read`
   */
  get(reference: string, options: CallOptions = {}): Promise<Result<Schemas.Transaction>> {
    return this.call({ method: 'GET', path: '/api/v1/transactions/{reference}', pathValues: { reference } }, options);
  }
}

export class CreditsResource extends Resource {
  /**
   * Credits as the rail brought them, one for each session id, the newest first.
   *
   * `GET /api/v1/credits`, scope `transactions:read`
   */
  list(query: Schemas.ListCreditsQuery = {}, options: CallOptions = {}): List<Schemas.CreditPage> {
    return listOf(query, (page) => this.call({ method: 'GET', path: '/api/v1/credits', query: page }, options));
  }

  /**
   * One credit.
   *
   * `GET /api/v1/credits/{creditId}`, scope `transactions:read`
   */
  get(creditId: string, options: CallOptions = {}): Promise<Result<Schemas.CreditView>> {
    return this.call({ method: 'GET', path: '/api/v1/credits/{creditId}', pathValues: { creditId } }, options);
  }
}

export class InwardTransfersResource extends Resource {
  /**
   * Tells whether a transfer has reached us and what became of it: by session id, by transaction or payment reference, or by account, amount and day.
   *
   * `GET /api/v1/inward/inward-transquery`, scope `transactions:read`
   */
  query(query: Schemas.QueryInwardTransferQuery = {}, options: CallOptions = {}): Promise<Result<Schemas.InwardQueryData>> {
    return this.call({ method: 'GET', path: '/api/v1/inward/inward-transquery', query }, options);
  }
}

export class WalletResource extends Resource {
  /**
   * Your account with us, straight from the books, with the balance before and after each line; the newest first.
   *
   * `GET /api/v1/inward/get-wallet-transactions`, scope `transactions:read`
   */
  listTransactions(query: Schemas.ListWalletTransactionsQuery = {}, options: CallOptions = {}): List<Schemas.PagedTransactions> {
    return listOf(query, (page) => this.call({ method: 'GET', path: '/api/v1/inward/get-wallet-transactions', query: page }, options));
  }

  /**
   * What you have, in one snapshot, and what the next settlement will send.
   *
   * `GET /api/v1/wallet/balance`, scope `wallet:read`
   */
  balance(options: CallOptions = {}): Promise<Result<Schemas.WalletBalanceData>> {
    return this.call({ method: 'GET', path: '/api/v1/wallet/balance' }, options);
  }
}

export class SettlementAccountsResource extends Resource {
  /**
   * Registers a bank account to be paid to; its bank is asked for the name. Your first account is usable at once, others after a cooling period. You are told by the event settlement.account_changed.
   *
   * `POST /api/v1/settlement/accounts`, scope `settlements:write`
   */
  register(body: Schemas.SettlementAccountRequest, options: WriteOptions = {}): Promise<Result<Schemas.RegisteredSettlementAccount>> {
    return this.call({ method: 'POST', path: '/api/v1/settlement/accounts', body, takesKey: true }, options);
  }

  /**
   * The accounts you may be paid to: the default first, then the newest.
   *
   * `GET /api/v1/settlement/accounts`, scope `settlements:read`
   */
  list(options: CallOptions = {}): Promise<Result<Schemas.SettlementAccountList>> {
    return this.call({ method: 'GET', path: '/api/v1/settlement/accounts' }, options);
  }

  /**
   * Has settlements paid to this account from now on; while it cools, to the one that was usable before.
   *
   * `POST /api/v1/settlement/accounts/{settlementAccountId}/default`, scope `settlements:write`
   */
  makeDefault(settlementAccountId: string, options: WriteOptions = {}): Promise<Result<Schemas.SettlementAccountView>> {
    return this.call({ method: 'POST', path: '/api/v1/settlement/accounts/{settlementAccountId}/default', pathValues: { settlementAccountId }, takesKey: true }, options);
  }

  /**
   * Removes an account; of the others, one that is usable becomes the default when this was it. Again changes nothing.
   *
   * `DELETE /api/v1/settlement/accounts/{settlementAccountId}`, scope `settlements:write`
   */
  remove(settlementAccountId: string, options: WriteOptions = {}): Promise<Result<Schemas.SettlementAccountView>> {
    return this.call({ method: 'DELETE', path: '/api/v1/settlement/accounts/{settlementAccountId}', pathValues: { settlementAccountId }, takesKey: true }, options);
  }
}

export class SandboxResource extends Resource {
  /**
   * Settles you as if your next run were now: what would be due by then is paid out.
   *
   * `POST /api/v1/sandbox/settlement-run`, scope `settlements:write`
   */
  runSettlement(options: WriteOptions = {}): Promise<Result<Schemas.EarlyRunData>> {
    return this.call({ method: 'POST', path: '/api/v1/sandbox/settlement-run', takesKey: true }, options);
  }

  /**
   * Has a payer of the simulator's send money to an account; its bank tells our hook as a real bank does.
   *
   * `POST /api/v1/sandbox/inward-credit`, scope `checkout:write`
   */
  sendCredit(body: Schemas.SandboxCreditRequest, options: WriteOptions = {}): Promise<Result<Schemas.SandboxCreditData>> {
    return this.call({ method: 'POST', path: '/api/v1/sandbox/inward-credit', body, takesKey: true }, options);
  }

  /**
   * Moves a checkout's own clock forward: its session, its accounts and the quarantine of their numbers end so much sooner, and what is due happens within a second.
   *
   * `POST /api/v1/sandbox/checkouts/{paymentReference}/clock`, scope `checkout:write`
   */
  advanceClock(paymentReference: string, body: Schemas.AdvanceClockRequest, options: WriteOptions = {}): Promise<Result<Schemas.CheckoutClockData>> {
    return this.call({ method: 'POST', path: '/api/v1/sandbox/checkouts/{paymentReference}/clock', pathValues: { paymentReference }, body, takesKey: true }, options);
  }
}

export class VirtualAccountsResource extends Resource {
  /**
   * Gives a customer an account number for ever. It takes any amount without a checkout: each transfer is in your wallet at once, less the fee, which you bear, and is told by the event collection.received.
   *
   * `POST /api/v1/virtual-account/static`, scope `virtual-accounts:write`
   */
  createStatic(body: Schemas.StaticAccountRequest, options: WriteOptions = {}): Promise<Result<Schemas.StaticAccountData>> {
    return this.call({ method: 'POST', path: '/api/v1/virtual-account/static', body, takesKey: true }, options);
  }

  /**
   * Your customers' account numbers, the newest first.
   *
   * `GET /api/v1/virtual-account/static`, scope `virtual-accounts:read`
   */
  listStatic(query: Schemas.ListStaticAccountsQuery = {}, options: CallOptions = {}): List<Schemas.PagedStaticAccounts> {
    return listOf(query, (page) => this.call({ method: 'GET', path: '/api/v1/virtual-account/static', query: page }, options));
  }

  /**
   * Has a static account take no money until it is reinstated: payers are told that there is no such account.
   *
   * `POST /api/v1/virtual-account/{accountNumber}/suspend`, scope `virtual-accounts:write`
   */
  suspend(accountNumber: string, body: Schemas.AccountChangeRequest = {}, options: WriteOptions = {}): Promise<Result<Schemas.VirtualAccountStatic>> {
    return this.call({ method: 'POST', path: '/api/v1/virtual-account/{accountNumber}/suspend', pathValues: { accountNumber }, body, takesKey: true }, options);
  }

  /**
   * Has a suspended account take money again.
   *
   * `POST /api/v1/virtual-account/{accountNumber}/reinstate`, scope `virtual-accounts:write`
   */
  reinstate(accountNumber: string, body: Schemas.AccountChangeRequest = {}, options: WriteOptions = {}): Promise<Result<Schemas.VirtualAccountStatic>> {
    return this.call({ method: 'POST', path: '/api/v1/virtual-account/{accountNumber}/reinstate', pathValues: { accountNumber }, body, takesKey: true }, options);
  }

  /**
   * Makes an account for one payment: a checkout by transfer and its account in one call. It ends with the account, and is queried by its reference. The same request again answers with the same account and expiry.
   *
   * `POST /api/v1/virtual-account/dynamic`, scope `virtual-accounts:write`
   */
  createDynamic(body: Schemas.CreateDynamicAccountRequest, options: WriteOptions = {}): Promise<Result<Schemas.DynamicAccountData>> {
    return this.call({ method: 'POST', path: '/api/v1/virtual-account/dynamic', body, takesKey: true }, options);
  }

  /**
   * Accounts for one payment, of checkouts too, the newest first.
   *
   * `GET /api/v1/virtual-account/get-dynamic-virtual-accounts`, scope `virtual-accounts:read`
   */
  listDynamic(query: Schemas.ListDynamicAccountsQuery = {}, options: CallOptions = {}): List<Schemas.PagedVirtualAccountList> {
    return listOf(query, (page) => this.call({ method: 'GET', path: '/api/v1/virtual-account/get-dynamic-virtual-accounts', query: page }, options));
  }

  /**
   * Asks another amount, or moves the end, of an account that was made by itself and has seen no money. What is left out stays.
   *
   * `PATCH /api/v1/virtual-account/{accountNumber}`, scope `virtual-accounts:write`
   */
  change(accountNumber: string, body: Schemas.ChangeDynamicAccountRequest, options: WriteOptions = {}): Promise<Result<Schemas.DynamicAccountData>> {
    return this.call({ method: 'PATCH', path: '/api/v1/virtual-account/{accountNumber}', pathValues: { accountNumber }, body, takesKey: true }, options);
  }

  /**
   * One of your account numbers, with what it has received.
   *
   * `GET /api/v1/virtual-account/{accountNumber}`, scope `virtual-accounts:read`
   */
  get(accountNumber: string, options: CallOptions = {}): Promise<Result<Schemas.GetVirtualAccountData>> {
    return this.call({ method: 'GET', path: '/api/v1/virtual-account/{accountNumber}', pathValues: { accountNumber } }, options);
  }

  /**
   * Returns your prefixes and how many account numbers each has left.
   *
   * `GET /api/v1/virtual-account/get-prefixes`, scope `virtual-accounts:read`
   */
  listPrefixes(options: CallOptions = {}): Promise<Result<Schemas.PrefixList>> {
    return this.call({ method: 'GET', path: '/api/v1/virtual-account/get-prefixes' }, options);
  }

  /**
   * Tells whether a transfer to an account number would be taken: of your own numbers from our books, of any other what its bank says.
   *
   * `POST /api/v1/virtual-account/validate-virtual-account`, scope `virtual-accounts:read`
   */
  validate(body: Schemas.ValidateAccountRequest, options: WriteOptions = {}): Promise<Result<Schemas.AccountValidation>> {
    return this.call({ method: 'POST', path: '/api/v1/virtual-account/validate-virtual-account', body, takesKey: true }, options);
  }

  /**
   * Closes an account for good; money that still comes is held or sent back. A static one's number is never given out again. One for one payment is called off with it, and what was paid in part goes back; that of a checkout only closes, as long as no money was seen, and the checkout may have another.
   *
   * `POST /api/v1/virtual-account/{accountNumber}/close`, scope `virtual-accounts:write`
   */
  close(accountNumber: string, body: Schemas.AccountChangeRequest = {}, options: WriteOptions = {}): Promise<Result<Schemas.CloseVirtualAccountData>> {
    return this.call({ method: 'POST', path: '/api/v1/virtual-account/{accountNumber}/close', pathValues: { accountNumber }, body, takesKey: true }, options);
  }

  /**
   * The same as wallet/balance.
   *
   * `GET /api/v1/virtual-account/get-wallet-balance`, scope `wallet:read`
   */
  walletBalance(options: CallOptions = {}): Promise<Result<Schemas.WalletBalanceData>> {
    return this.call({ method: 'GET', path: '/api/v1/virtual-account/get-wallet-balance' }, options);
  }
}

export class WebhooksResource extends Resource {
  /**
   * Sets where we tell you of payments. The secret that signs is shown once.
   *
   * `POST /api/v1/webhooks/notification-url`, scope `webhooks:write`
   */
  setUrl(body: Schemas.NotificationUrlRequest, options: WriteOptions = {}): Promise<Result<Schemas.NotificationUrl>> {
    return this.call({ method: 'POST', path: '/api/v1/webhooks/notification-url', body, takesKey: true }, options);
  }

  /**
   * Shows what is set, without the secret.
   *
   * `GET /api/v1/webhooks/notification-url`, scope `webhooks:read`
   */
  getUrl(options: CallOptions = {}): Promise<Result<Schemas.NotificationUrl>> {
    return this.call({ method: 'GET', path: '/api/v1/webhooks/notification-url' }, options);
  }

  /**
   * Sends `webhook.test` to your URL at once, and tells how that went: 00 also when it did not arrive (`delivered`). One that arrives enables an endpoint that was off, and tells what was missed meanwhile and how to ask for it.
   *
   * `POST /api/v1/webhooks/test`, scope `webhooks:write`
   */
  test(options: WriteOptions = {}): Promise<Result<Schemas.WebhookTestResult>> {
    return this.call({ method: 'POST', path: '/api/v1/webhooks/test', body: {}, takesKey: true }, options);
  }

  /**
   * Gives you a new secret. Both sign for 24 hours, unless the old one is to end `immediately`.
   *
   * `POST /api/v1/webhooks/rotate-secret`, scope `webhooks:write`
   */
  rotateSecret(body: Schemas.RotateSecretRequest, options: WriteOptions = {}): Promise<Result<Schemas.RotatedSecret>> {
    return this.call({ method: 'POST', path: '/api/v1/webhooks/rotate-secret', body, takesKey: true }, options);
  }

  /**
   * How deliveries are tried and repeated, as data.
   *
   * `GET /api/v1/webhooks/retry-policy`, scope `webhooks:read`
   */
  retryPolicy(options: CallOptions = {}): Promise<Result<Schemas.RetryPolicy>> {
    return this.call({ method: 'GET', path: '/api/v1/webhooks/retry-policy' }, options);
  }

  /**
   * What was sent to you, and how that went: the latest events first.
   *
   * `GET /api/v1/webhooks/deliveries`, scope `webhooks:read`
   */
  listDeliveries(query: Schemas.ListDeliveriesQuery = {}, options: CallOptions = {}): List<Schemas.WebhookDeliveryList> {
    return listOf(query, (page) => this.call({ method: 'GET', path: '/api/v1/webhooks/deliveries', query: page }, options));
  }

  /**
   * One delivery with the request and every attempt: headers, answer, times.
   *
   * `GET /api/v1/webhooks/deliveries/{deliveryId}`, scope `webhooks:read`
   */
  getDelivery(deliveryId: string, options: CallOptions = {}): Promise<Result<Schemas.WebhookDeliveryDetail>> {
    return this.call({ method: 'GET', path: '/api/v1/webhooks/deliveries/{deliveryId}', pathValues: { deliveryId } }, options);
  }

  /**
   * Sends the delivery's event once more, at once and as a delivery of its own. The event's id stays the same.
   *
   * `POST /api/v1/webhooks/deliveries/{deliveryId}/redeliver`, scope `webhooks:write`
   */
  redeliver(deliveryId: string, options: WriteOptions = {}): Promise<Result<Schemas.Redelivery>> {
    return this.call({ method: 'POST', path: '/api/v1/webhooks/deliveries/{deliveryId}/redeliver', pathValues: { deliveryId }, body: {}, takesKey: true }, options);
  }

  /**
   * Sends the events of a time once more. 202 with the replay's id, by which you see how far it is. One at a time.
   *
   * `POST /api/v1/webhooks/replay`, scope `webhooks:write`
   */
  replay(body: Schemas.ReplayRequest, options: WriteOptions = {}): Promise<Decided<Schemas.RequestedReplay> | Pending<Schemas.ReplayEventsPending>> {
    return this.call({ method: 'POST', path: '/api/v1/webhooks/replay', body, takesKey: true, mayBePending: true }, options);
  }

  /**
   * How far a replay is.
   *
   * `GET /api/v1/webhooks/replay/{replayId}`, scope `webhooks:read`
   */
  getReplay(replayId: string, options: CallOptions = {}): Promise<Result<Schemas.WebhookReplay>> {
    return this.call({ method: 'GET', path: '/api/v1/webhooks/replay/{replayId}', pathValues: { replayId } }, options);
  }

  /**
   * An event with what is sent of it, and its deliveries.
   *
   * `GET /api/v1/webhooks/events/{eventId}`, scope `webhooks:read`
   */
  getEvent(eventId: string, options: CallOptions = {}): Promise<Result<Schemas.WebhookEvent>> {
    return this.call({ method: 'GET', path: '/api/v1/webhooks/events/{eventId}', pathValues: { eventId } }, options);
  }
}

export class ReferenceResource extends Resource {
  /**
   * Every way in which a request may fail, and what to do then; the same table as the page `/docs/errors`.
   *
   * `GET /api/v1/errors`
   */
  listErrors(options: CallOptions = {}): Promise<Result<Schemas.ErrorReferenceList>> {
    return this.call({ method: 'GET', path: '/api/v1/errors', needsNoToken: true }, options);
  }
}
