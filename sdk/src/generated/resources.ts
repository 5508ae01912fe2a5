// Made from openapi.json by scripts/generate-docs.ts ("npm run fix"). Do not edit.

import { Resource, type CallOptions, type Conditional, type Waiting, type WriteOptions } from '../call.js';
import { listOf, type List } from '../list.js';
import type { BinaryFile, Changed, CsvFile, Decided, NotModified, Pending, PdfFile, Result } from '../result.js';
import type * as Schemas from './schema.js';

export class KeysResource extends Resource {
  /**
   * Lists your keys, the oldest first.
   *
   * `GET /api/v1/keys`, scope `keys:read`
   */
  list(options: CallOptions = {}): Promise<Result<Schemas.KeyList>> {
    return this.call({ method: 'GET', path: '/api/v1/keys' }, options);
  }

  /**
   * Makes a key. Its secret is shown once. It can have only groups that your key has, is bound to the networks of your key, and ends with your key, unless you ask for less. You get the event `security.changed`.
   *
   * `POST /api/v1/keys`, scope `keys:write`
   */
  create(body: Schemas.CreateKeyRequest, options: WriteOptions = {}): Promise<Result<Schemas.KeyWithSecret>> {
    return this.call({ method: 'POST', path: '/api/v1/keys', body, takesKey: true }, options);
  }

  /**
   * Gives a key a new secret. The old secret stays valid for some hours; at most three old secrets do. Your key must have all groups of that key and all of its networks, and must not end before it. A key that your operator has made is yours when you have rotated it with itself and your operator has confirmed it; until then it moves no money.
   *
   * `POST /api/v1/keys/{clientId}/rotate`, scope `keys:claim`
   */
  rotate(clientId: string, body: Schemas.RotateKeyRequest, options: WriteOptions = {}): Promise<Result<Schemas.KeyWithSecret>> {
    return this.call({ method: 'POST', path: '/api/v1/keys/{clientId}/rotate', pathValues: { clientId }, body, takesKey: true }, options);
  }

  /**
   * Revokes a key for good. Its secret and its tokens are refused within five seconds.
   *
   * `POST /api/v1/keys/{clientId}/revoke`, scope `keys:write`
   */
  revoke(clientId: string, body: Schemas.RevokeKeyRequest, options: WriteOptions = {}): Promise<Result<Schemas.KeyView>> {
    return this.call({ method: 'POST', path: '/api/v1/keys/{clientId}/revoke', pathValues: { clientId }, body, takesKey: true }, options);
  }

  /**
   * Lists your requests of the last seven days that were refused or took a second or more, the newest first: at most 1,000 of each key. Bodies are not kept. A request is listed some seconds after its reply.
   *
   * `GET /api/v1/requests`, scope `keys:read`
   */
  listRequests(query: Schemas.ListRequestsQuery = {}, options: CallOptions = {}): List<Schemas.RequestList> {
    return listOf(query, (page) => this.call({ method: 'GET', path: '/api/v1/requests', query: page }, options));
  }
}

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
   * Starts a checkout. The same request with the same `paymentReference` again gets the same checkout.
   *
   * `POST /api/v1/checkout/initiate`, scope `checkout:write`
   */
  initiate(body: Schemas.InitiateRequest, options: WriteOptions = {}): Promise<Result<Schemas.InitiatedCheckout>> {
    return this.call({ method: 'POST', path: '/api/v1/checkout/initiate', body, takesKey: true }, options);
  }

  /**
   * Creates a virtual account for the customer to pay into. The same request again gets the same account with the same expiry.
   *
   * `POST /api/v1/checkout/create-account`, scope `checkout:write`
   */
  createAccount(body: Schemas.CreateAccountRequest, options: WriteOptions = {}): Promise<Decided<Schemas.DynamicAccountData> | Pending<Schemas.CreateCheckoutAccountPending>> {
    return this.call({ method: 'POST', path: '/api/v1/checkout/create-account', body, takesKey: true, mayBePending: true }, options);
  }

  /**
   * Returns a checkout: its status, its account, its payments, and its access code. You get the access code while the checkout is open and for 24 hours after it was paid. Send `Prefer: wait=20` to wait for a change.
   *
   * `GET /api/v1/checkout/query/{paymentReference}`, scope `checkout:read`
   */
  query(paymentReference: string, options: CallOptions & Waiting & Conditional): Promise<Changed<Schemas.CheckoutView> | NotModified>;
  query(paymentReference: string, options?: CallOptions & Waiting): Promise<Result<Schemas.CheckoutView>>;
  query(paymentReference: string, options: CallOptions & Waiting = {}): Promise<any> {
    return this.call({ method: 'GET', path: '/api/v1/checkout/query/{paymentReference}', pathValues: { paymentReference } }, options);
  }

  /**
   * Returns the final result of a checkout. For a bank transfer it says whether the money came; with the token of a card it charges the card. Ask again while the reply is HTTP 202.
   *
   * `POST /api/v1/checkout/complete-checkout`, scope `checkout:write`
   */
  complete(body: Schemas.CompleteRequest, options: WriteOptions & Waiting = {}): Promise<Decided<Schemas.CompletedCheckout> | Pending<Schemas.CompleteCheckoutPending>> {
    return this.call({ method: 'POST', path: '/api/v1/checkout/complete-checkout', body, takesKey: true, mayBePending: true }, options);
  }

  /**
   * Changes the amount, the lines or the texts of an order for which no money has come. Its account and its page stay: money that was sent for the old amount pays the order, and your policies decide about the difference. Fields you leave out keep their values.
   *
   * `PATCH /api/v1/checkout/{paymentReference}`, scope `checkout:write`
   */
  change(paymentReference: string, body: Schemas.ChangeCheckoutRequest, options: WriteOptions = {}): Promise<Result<Schemas.CheckoutView>> {
    return this.call({ method: 'PATCH', path: '/api/v1/checkout/{paymentReference}', pathValues: { paymentReference }, body, takesKey: true }, options);
  }

  /**
   * Cancels a checkout. What was paid so far is refunded.
   *
   * `POST /api/v1/checkout/{paymentReference}/cancel`, scope `checkout:write`
   */
  cancel(paymentReference: string, body: Schemas.CancelRequest = {}, options: WriteOptions = {}): Promise<Result<Schemas.CheckoutView>> {
    return this.call({ method: 'POST', path: '/api/v1/checkout/{paymentReference}/cancel', pathValues: { paymentReference }, body, takesKey: true }, options);
  }

  /**
   * Lists your checkouts, the newest first. Open, paid and unpaid ones are included.
   *
   * `GET /api/v1/checkouts`, scope `checkout:read`
   */
  list(query: Schemas.ListCheckoutsQuery & { readonly format: 'csv' }, options?: CallOptions): Promise<Result<CsvFile>>;
  list(query?: Schemas.ListCheckoutsQuery & { readonly format?: 'json' }, options?: CallOptions): List<Schemas.CheckoutPage>;
  list(query: Schemas.ListCheckoutsQuery = {}, options: CallOptions = {}): Promise<any> {
    return query.format === 'csv' ? this.call({ method: 'GET', path: '/api/v1/checkouts', query }, options) : listOf(query, (page) => this.call({ method: 'GET', path: '/api/v1/checkouts', query: page }, options));
  }

  /**
   * Returns what happened to a checkout, in the order of time. Use it to answer a customer.
   *
   * `GET /api/v1/checkout/{paymentReference}/timeline`, scope `checkout:read`
   */
  timeline(paymentReference: string, options: CallOptions = {}): Promise<Result<Schemas.CheckoutTimeline>> {
    return this.call({ method: 'GET', path: '/api/v1/checkout/{paymentReference}/timeline', pathValues: { paymentReference } }, options);
  }
}

export class MerchantResource extends Resource {
  /**
   * Returns what your checkout pages look like, and which sites may show them.
   *
   * `GET /api/v1/merchant/checkout-page`, scope `checkout:read`
   */
  checkoutPage(options: CallOptions = {}): Promise<Result<Schemas.CheckoutPageView>> {
    return this.call({ method: 'GET', path: '/api/v1/merchant/checkout-page' }, options);
  }

  /**
   * Replaces the settings of your pages: a setting that you leave out goes back to its default. Your logo stays.
   *
   * `PUT /api/v1/merchant/checkout-page`, scope `checkout-page:write`
   */
  replaceCheckoutPage(body: Schemas.CheckoutPageRequest, options: WriteOptions = {}): Promise<Result<Schemas.CheckoutPageView>> {
    return this.call({ method: 'PUT', path: '/api/v1/merchant/checkout-page', body, takesKey: true }, options);
  }

  /**
   * Sets your logo, for your checkout pages and receipts.
   *
   * `PUT /api/v1/merchant/checkout-page/logo`, scope `checkout-page:write`
   */
  putLogo(body: Schemas.LogoRequest, options: WriteOptions = {}): Promise<Result<Schemas.CheckoutPageView>> {
    return this.call({ method: 'PUT', path: '/api/v1/merchant/checkout-page/logo', body, takesKey: true }, options);
  }

  /**
   * Removes your logo.
   *
   * `DELETE /api/v1/merchant/checkout-page/logo`, scope `checkout-page:write`
   */
  removeLogo(options: WriteOptions = {}): Promise<Result<Schemas.CheckoutPageView>> {
    return this.call({ method: 'DELETE', path: '/api/v1/merchant/checkout-page/logo', takesKey: true }, options);
  }

  /**
   * Returns what your customers are told by e-mail and SMS, and whom of your own people we write to.
   *
   * `GET /api/v1/merchant/messages`, scope `checkout:read`
   */
  getMessageSettings(options: CallOptions = {}): Promise<Result<Schemas.MessageSettingsView>> {
    return this.call({ method: 'GET', path: '/api/v1/merchant/messages' }, options);
  }

  /**
   * Replaces what your customers are told. What you leave out gets its default. It holds for messages that are sent from now on.
   *
   * `PUT /api/v1/merchant/messages`, scope `policies:write`
   */
  replaceMessageSettings(body: Schemas.MessageSettingsRequest, options: WriteOptions = {}): Promise<Result<Schemas.MessageSettingsView>> {
    return this.call({ method: 'PUT', path: '/api/v1/merchant/messages', body, takesKey: true }, options);
  }

  /**
   * Returns your policies for payments that do not fit. A checkout can have its own.
   *
   * `GET /api/v1/merchant/policies`, scope `checkout:read`
   */
  getPolicies(options: CallOptions = {}): Promise<Result<Schemas.PoliciesView>> {
    return this.call({ method: 'GET', path: '/api/v1/merchant/policies' }, options);
  }

  /**
   * Replaces your policies. A policy that you leave out gets its default. Checkouts that exist keep theirs.
   *
   * `PUT /api/v1/merchant/policies`, scope `policies:write`
   */
  replacePolicies(body: Schemas.PolicyChanges, options: WriteOptions = {}): Promise<Result<Schemas.PoliciesView>> {
    return this.call({ method: 'PUT', path: '/api/v1/merchant/policies', body, takesKey: true }, options);
  }

  /**
   * Returns when you are paid, from which amount, and what a payout costs.
   *
   * `GET /api/v1/merchant/settlement-settings`, scope `settlements:read`
   */
  getSettlementSettings(options: CallOptions = {}): Promise<Result<Schemas.SettlementSettingsView>> {
    return this.call({ method: 'GET', path: '/api/v1/merchant/settlement-settings' }, options);
  }

  /**
   * Replaces your schedule and your minimum. Payments that are not due yet get the due date of the new schedule; payments that are due stay due.
   *
   * `PUT /api/v1/merchant/settlement-settings`, scope `settlements:write`
   */
  replaceSettlementSettings(body: Schemas.SettlementSettingsRequest, options: WriteOptions = {}): Promise<Result<Schemas.SettlementSettingsView>> {
    return this.call({ method: 'PUT', path: '/api/v1/merchant/settlement-settings', body, takesKey: true }, options);
  }

  /**
   * Returns your names, your status, what is missing before you can go live, your contacts, fees, limits and prefixes, and when you are paid.
   *
   * `GET /api/v1/merchant`, scope `merchant:read`
   */
  get(options: CallOptions = {}): Promise<Result<Schemas.MerchantData>> {
    return this.call({ method: 'GET', path: '/api/v1/merchant' }, options);
  }
}

export class RefundsResource extends Resource {
  /**
   * Refunds a payment: all that is left of it, or a part. You can make several refunds of one payment. HTTP 202 means that the refund is accepted and on its way; the same request again tells how far it is.
   *
   * `POST /api/v1/transactions/{reference}/refund`, scope `refunds:write`
   */
  create(reference: string, body: Schemas.RefundRequest, options: WriteOptions = {}): Promise<Decided<Schemas.RefundView> | Pending<Schemas.RefundView>> {
    return this.call({ method: 'POST', path: '/api/v1/transactions/{reference}/refund', pathValues: { reference }, body, takesKey: true, mayBePending: true }, options);
  }

  /**
   * Lists the refunds of a transaction, the oldest first: yours, and those that a policy made.
   *
   * `GET /api/v1/transactions/{reference}/refunds`, scope `refunds:read`
   */
  listForTransaction(reference: string, options: CallOptions & Conditional): Promise<Changed<Schemas.RefundPage> | NotModified>;
  listForTransaction(reference: string, options?: CallOptions): Promise<Result<Schemas.RefundPage>>;
  listForTransaction(reference: string, options: CallOptions = {}): Promise<any> {
    return this.call({ method: 'GET', path: '/api/v1/transactions/{reference}/refunds', pathValues: { reference } }, options);
  }

  /**
   * Lists your refunds, the newest first: yours, and those that a policy or an operator made.
   *
   * `GET /api/v1/refunds`, scope `refunds:read`
   */
  list(query: Schemas.ListAllRefundsQuery & { readonly format: 'csv' }, options?: CallOptions): Promise<Result<CsvFile>>;
  list(query?: Schemas.ListAllRefundsQuery & { readonly format?: 'json' }, options?: CallOptions): List<Schemas.RefundPage>;
  list(query: Schemas.ListAllRefundsQuery = {}, options: CallOptions = {}): Promise<any> {
    return query.format === 'csv' ? this.call({ method: 'GET', path: '/api/v1/refunds', query }, options) : listOf(query, (page) => this.call({ method: 'GET', path: '/api/v1/refunds', query: page }, options));
  }

  /**
   * Returns a refund and its status. Send `Prefer: wait=20` to wait for a change.
   *
   * `GET /api/v1/refunds/{refundReference}`, scope `refunds:read`
   */
  get(refundReference: string, options: CallOptions & Waiting & Conditional): Promise<Changed<Schemas.RefundView> | NotModified>;
  get(refundReference: string, options?: CallOptions & Waiting): Promise<Result<Schemas.RefundView>>;
  get(refundReference: string, options: CallOptions & Waiting = {}): Promise<any> {
    return this.call({ method: 'GET', path: '/api/v1/refunds/{refundReference}', pathValues: { refundReference } }, options);
  }

  /**
   * Gives a refund another account of the same payer. Needed when the account that the money came from accepts none (status NEEDS_ACCOUNT). The money is sent after a waiting time. If the account's bank gives another name than the payer's, operators decide first.
   *
   * `POST /api/v1/refunds/{refundReference}/destination`, scope `refunds:destination`
   */
  provideAccount(refundReference: string, body: Schemas.DestinationRequest, options: WriteOptions = {}): Promise<Result<Schemas.RefundView>> {
    return this.call({ method: 'POST', path: '/api/v1/refunds/{refundReference}/destination', pathValues: { refundReference }, body, takesKey: true }, options);
  }
}

export class DisputesResource extends Resource {
  /**
   * Lists your disputes, the newest first: chargebacks of card payments, and payments that a bank took back.
   *
   * `GET /api/v1/disputes`, scope `disputes:read`
   */
  list(query: Schemas.ListDisputesQuery & { readonly format: 'csv' }, options?: CallOptions): Promise<Result<CsvFile>>;
  list(query?: Schemas.ListDisputesQuery & { readonly format?: 'json' }, options?: CallOptions): List<Schemas.DisputePage>;
  list(query: Schemas.ListDisputesQuery = {}, options: CallOptions = {}): Promise<any> {
    return query.format === 'csv' ? this.call({ method: 'GET', path: '/api/v1/disputes', query }, options) : listOf(query, (page) => this.call({ method: 'GET', path: '/api/v1/disputes', query: page }, options));
  }

  /**
   * Returns a dispute, with the time until which you can answer it.
   *
   * `GET /api/v1/disputes/{disputeId}`, scope `disputes:read`
   */
  get(disputeId: string, options: CallOptions = {}): Promise<Result<Schemas.DisputeView>> {
    return this.call({ method: 'GET', path: '/api/v1/disputes/{disputeId}', pathValues: { disputeId } }, options);
  }

  /**
   * Accepts a chargeback: you do not contest it, and the amount goes back to the card holder. You cannot take this back. `answer.status` tells whether the card acquirer has your answer.
   *
   * `POST /api/v1/disputes/{disputeId}/accept`, scope `disputes:write`
   */
  accept(disputeId: string, options: WriteOptions = {}): Promise<Result<Schemas.DisputeView>> {
    return this.call({ method: 'POST', path: '/api/v1/disputes/{disputeId}/accept', pathValues: { disputeId }, takesKey: true }, options);
  }

  /**
   * Contests a chargeback with evidence. You can send evidence once, until the time in `evidenceDueAt`. `answer.status` tells whether the card acquirer has it. The card acquirer decides later.
   *
   * `POST /api/v1/disputes/{disputeId}/evidence`, scope `disputes:write`
   */
  submitEvidence(disputeId: string, body: Schemas.DisputeEvidenceRequest, options: WriteOptions = {}): Promise<Result<Schemas.DisputeView>> {
    return this.call({ method: 'POST', path: '/api/v1/disputes/{disputeId}/evidence', pathValues: { disputeId }, body, takesKey: true }, options);
  }

  /**
   * Uploads a file for your evidence: a PDF, JPEG or PNG of at most 10 MB. Name its `fileId` in `documents` when you send the evidence; a file that no answer names is deleted when the dispute is closed. A dispute has at most 10 files of 20 MB together. Pictures are made anew: what the camera wrote into them, such as places, is gone. The same file once more is the one that is there. Content-Type may also be `application/pdf`, `image/jpeg` or `image/png`.
   *
   * `POST /api/v1/disputes/{disputeId}/files`, scope `disputes:write`
   */
  uploadFile(disputeId: string, file: Uint8Array, options: WriteOptions = {}): Promise<Result<Schemas.EvidenceFileView>> {
    return this.call({ method: 'POST', path: '/api/v1/disputes/{disputeId}/files', pathValues: { disputeId }, file, takesKey: true }, options);
  }

  /**
   * Lists the files that you have uploaded for a dispute.
   *
   * `GET /api/v1/disputes/{disputeId}/files`, scope `disputes:read`
   */
  listFiles(disputeId: string, options: CallOptions = {}): Promise<Result<Schemas.EvidenceFileList>> {
    return this.call({ method: 'GET', path: '/api/v1/disputes/{disputeId}/files', pathValues: { disputeId } }, options);
  }

  /**
   * Returns a file that you have uploaded for a dispute, as it is kept: pictures are the ones that were made anew. The reply is the file itself; failures are JSON. Files are deleted together with the payer's data.
   *
   * `GET /api/v1/disputes/{disputeId}/files/{fileId}`, scope `disputes:read`
   */
  getFile(disputeId: string, fileId: string, options: CallOptions = {}): Promise<Result<BinaryFile>> {
    return this.call({ method: 'GET', path: '/api/v1/disputes/{disputeId}/files/{fileId}', pathValues: { disputeId, fileId } }, options);
  }
}

export class SettlementsResource extends Resource {
  /**
   * Returns business days, holidays and your payout days in Lagos. A holiday may still be declared: due dates then move with it.
   *
   * `GET /api/v1/settlement/calendar`, scope `settlements:read`
   */
  calendar(query: Schemas.GetSettlementCalendarQuery = {}, options: CallOptions = {}): Promise<Result<Schemas.SettlementCalendar>> {
    return this.call({ method: 'GET', path: '/api/v1/settlement/calendar', query }, options);
  }

  /**
   * Pays you now, without waiting for the next scheduled settlement: everything that is due, or a part. HTTP 202 means that the settlement is accepted and on its way; the same request again tells how far it is.
   *
   * `POST /api/v1/settlement/merchant-settlement`, scope `settlements:write`
   */
  create(body: Schemas.SettlementRequestBody, options: WriteOptions = {}): Promise<Decided<Schemas.SettlementView> | Pending<Schemas.SettlementView>> {
    return this.call({ method: 'POST', path: '/api/v1/settlement/merchant-settlement', body, takesKey: true, mayBePending: true }, options);
  }

  /**
   * Returns a settlement, with each of its transfers and each time it was sent.
   *
   * `GET /api/v1/settlement/get-settlement-status/{settlementReference}`, scope `settlements:read`
   */
  get(settlementReference: string, query: Schemas.GetSettlementStatusQuery = {}, options: CallOptions = {}): Promise<Result<Schemas.SettlementStatusView>> {
    return this.call({ method: 'GET', path: '/api/v1/settlement/get-settlement-status/{settlementReference}', pathValues: { settlementReference }, query }, options);
  }

  /**
   * Lists your settlements, the newest first.
   *
   * `GET /api/v1/settlement/get-settlement-history`, scope `settlements:read`
   */
  list(query: Schemas.GetSettlementHistoryQuery & { readonly format: 'csv' }, options?: CallOptions): Promise<Result<CsvFile>>;
  list(query?: Schemas.GetSettlementHistoryQuery & { readonly format?: 'json' }, options?: CallOptions): List<Schemas.PagedSettlements>;
  list(query: Schemas.GetSettlementHistoryQuery = {}, options: CallOptions = {}): Promise<any> {
    return query.format === 'csv' ? this.call({ method: 'GET', path: '/api/v1/settlement/get-settlement-history', query }, options) : listOf(query, (page) => this.call({ method: 'GET', path: '/api/v1/settlement/get-settlement-history', query: page }, options));
  }

  /**
   * Lists what is in a settlement, in the order of booking. The opening balance plus `net` of all lines is the closing balance.
   *
   * `GET /api/v1/settlement/{settlementReference}/transactions`, scope `settlements:read`
   */
  listTransactions(settlementReference: string, query: Schemas.GetSettlementTransactionsQuery = {}, options: CallOptions = {}): List<Schemas.PagedSettlementTransactions> {
    return listOf(query, (page) => this.call({ method: 'GET', path: '/api/v1/settlement/{settlementReference}/transactions', pathValues: { settlementReference }, query: page }, options));
  }

  /**
   * Returns your statement of a period as JSON, CSV or PDF: the opening balance, every change, and the closing balance. The balance is what you have, pending and available, minus what you owe.
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
   * Returns the statement of one settlement as JSON, CSV or PDF: every collection, refund and dispute in it, and its payouts.
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
   * Lists the payments that you received, the newest first.
   *
   * `GET /api/v1/transactions`, scope `transactions:read`
   */
  list(query: Schemas.ListTransactionsQuery & { readonly format: 'csv' }, options?: CallOptions): Promise<Result<CsvFile>>;
  list(query?: Schemas.ListTransactionsQuery & { readonly format?: 'json' }, options?: CallOptions): List<Schemas.PagedTransactionList>;
  list(query: Schemas.ListTransactionsQuery = {}, options: CallOptions = {}): Promise<any> {
    return query.format === 'csv' ? this.call({ method: 'GET', path: '/api/v1/transactions', query }, options) : listOf(query, (page) => this.call({ method: 'GET', path: '/api/v1/transactions', query: page }, options));
  }

  /**
   * Returns one transaction. Pass its transaction reference or the payment reference. If the payment has several transactions, you get the newest one that counts towards it.
   *
   * `GET /api/v1/transactions/{reference}`, scope `transactions:read`
   */
  get(reference: string, options: CallOptions = {}): Promise<Result<Schemas.Transaction>> {
    return this.call({ method: 'GET', path: '/api/v1/transactions/{reference}', pathValues: { reference } }, options);
  }
}

export class CreditsResource extends Resource {
  /**
   * Lists the payments as the bank or the card acquirer reported them, one for each session id, the newest first.
   *
   * `GET /api/v1/credits`, scope `transactions:read`
   */
  list(query: Schemas.ListCreditsQuery = {}, options: CallOptions = {}): List<Schemas.CreditPage> {
    return listOf(query, (page) => this.call({ method: 'GET', path: '/api/v1/credits', query: page }, options));
  }

  /**
   * Returns one payment as the bank or the card acquirer reported it.
   *
   * `GET /api/v1/credits/{transactionReference}`, scope `transactions:read`
   */
  get(transactionReference: string, options: CallOptions = {}): Promise<Result<Schemas.CreditView>> {
    return this.call({ method: 'GET', path: '/api/v1/credits/{transactionReference}', pathValues: { transactionReference } }, options);
  }
}

export class InwardTransfersResource extends Resource {
  /**
   * Tells whether a transfer has reached us and what became of it. Name it by its session id, by its transaction reference, by your payment reference, or by account, amount and day.
   *
   * `GET /api/v1/inward/inward-transquery`, scope `transactions:read`
   */
  query(query: Schemas.QueryInwardTransferQuery = {}, options: CallOptions = {}): Promise<Result<Schemas.InwardQueryData>> {
    return this.call({ method: 'GET', path: '/api/v1/inward/inward-transquery', query }, options);
  }
}

export class WalletResource extends Resource {
  /**
   * Lists the changes of your balance, the newest first. Each has the balance before and after it.
   *
   * `GET /api/v1/inward/get-wallet-transactions`, scope `transactions:read`
   */
  listTransactions(query: Schemas.ListWalletTransactionsQuery = {}, options: CallOptions = {}): List<Schemas.PagedTransactions> {
    return listOf(query, (page) => this.call({ method: 'GET', path: '/api/v1/inward/get-wallet-transactions', query: page }, options));
  }

  /**
   * Returns your balance at one moment, and what the next settlement will send.
   *
   * `GET /api/v1/wallet/balance`, scope `wallet:read`
   */
  balance(options: CallOptions = {}): Promise<Result<Schemas.WalletBalanceData>> {
    return this.call({ method: 'GET', path: '/api/v1/wallet/balance' }, options);
  }

  /**
   * Adds up your payments, fees, refunds and payouts by day, hour, channel, bank or status, with the number of orders and how long they took to be paid. Without a period: the last seven days, with today.
   *
   * `GET /api/v1/summaries`, scope `wallet:read`
   */
  summaries(query: Schemas.GetSummariesQuery = {}, options: CallOptions = {}): Promise<Result<Schemas.SumsData>> {
    return this.call({ method: 'GET', path: '/api/v1/summaries', query }, options);
  }
}

export class SettlementAccountsResource extends Resource {
  /**
   * Registers a bank account that settlements can be paid to. Its bank is asked for the name. Your first account can be used at once, later ones after a cooling period. You get the event `settlement.account_changed`.
   *
   * `POST /api/v1/settlement/accounts`, scope `settlements:write`
   */
  register(body: Schemas.SettlementAccountRequest, options: WriteOptions = {}): Promise<Result<Schemas.RegisteredSettlementAccount>> {
    return this.call({ method: 'POST', path: '/api/v1/settlement/accounts', body, takesKey: true }, options);
  }

  /**
   * Lists your settlement accounts: the default first, then the newest.
   *
   * `GET /api/v1/settlement/accounts`, scope `settlements:read`
   */
  list(options: CallOptions = {}): Promise<Result<Schemas.SettlementAccountList>> {
    return this.call({ method: 'GET', path: '/api/v1/settlement/accounts' }, options);
  }

  /**
   * Makes an account the one that settlements are paid to. While it is cooling, settlements are paid to the account that was usable before.
   *
   * `POST /api/v1/settlement/accounts/{settlementAccountId}/default`, scope `settlements:write`
   */
  makeDefault(settlementAccountId: string, options: WriteOptions = {}): Promise<Result<Schemas.SettlementAccountView>> {
    return this.call({ method: 'POST', path: '/api/v1/settlement/accounts/{settlementAccountId}/default', pathValues: { settlementAccountId }, takesKey: true }, options);
  }

  /**
   * Removes a settlement account. If it was the default, another account that is usable becomes the default. The same request again changes nothing.
   *
   * `DELETE /api/v1/settlement/accounts/{settlementAccountId}`, scope `settlements:write`
   */
  remove(settlementAccountId: string, options: WriteOptions = {}): Promise<Result<Schemas.SettlementAccountView>> {
    return this.call({ method: 'DELETE', path: '/api/v1/settlement/accounts/{settlementAccountId}', pathValues: { settlementAccountId }, takesKey: true }, options);
  }
}

export class SandboxResource extends Resource {
  /**
   * Settles what is due as if your next scheduled settlement were now.
   *
   * `POST /api/v1/sandbox/settlement-run`, scope `settlements:write`
   */
  runSettlement(options: WriteOptions = {}): Promise<Result<Schemas.EarlyRunData>> {
    return this.call({ method: 'POST', path: '/api/v1/sandbox/settlement-run', takesKey: true }, options);
  }

  /**
   * Plays a payer: sends money to one of your accounts. The bank of the sandbox tells us of the transfer as a real bank does.
   *
   * `POST /api/v1/sandbox/inward-credit`, scope `checkout:write`
   */
  sendCredit(body: Schemas.SandboxCreditRequest, options: WriteOptions = {}): Promise<Result<Schemas.SandboxCreditData>> {
    return this.call({ method: 'POST', path: '/api/v1/sandbox/inward-credit', body, takesKey: true }, options);
  }

  /**
   * Moves the clock of one checkout forward. Its expiry, the expiry of its accounts and the time at which their numbers are free come that much sooner. So do the waiting times of its refunds to another account, the time until which you can send evidence in its disputes, the waiting time of your settlement accounts, and the end of secrets that you have rotated.
   *
   * `POST /api/v1/sandbox/checkouts/{paymentReference}/clock`, scope `checkout:write`
   */
  advanceClock(paymentReference: string, body: Schemas.AdvanceClockRequest, options: WriteOptions = {}): Promise<Result<Schemas.CheckoutClockData>> {
    return this.call({ method: 'POST', path: '/api/v1/sandbox/checkouts/{paymentReference}/clock', pathValues: { paymentReference }, body, takesKey: true }, options);
  }
}

export class VirtualAccountsResource extends Resource {
  /**
   * Creates a permanent account number for a customer. Each transfer to it is credited to your wallet at once, minus the fee, and sends you the event `collection.received`. No checkout is needed.
   *
   * `POST /api/v1/virtual-account/static`, scope `virtual-accounts:write`
   */
  createStatic(body: Schemas.StaticAccountRequest, options: WriteOptions = {}): Promise<Decided<Schemas.StaticAccountData> | Pending<Schemas.CreateStaticAccountPending>> {
    return this.call({ method: 'POST', path: '/api/v1/virtual-account/static', body, takesKey: true, mayBePending: true }, options);
  }

  /**
   * Lists the permanent account numbers of your customers, the newest first.
   *
   * `GET /api/v1/virtual-account/static`, scope `virtual-accounts:read`
   */
  listStatic(query: Schemas.ListStaticAccountsQuery & { readonly format: 'csv' }, options?: CallOptions): Promise<Result<CsvFile>>;
  listStatic(query?: Schemas.ListStaticAccountsQuery & { readonly format?: 'json' }, options?: CallOptions): List<Schemas.PagedStaticAccounts>;
  listStatic(query: Schemas.ListStaticAccountsQuery = {}, options: CallOptions = {}): Promise<any> {
    return query.format === 'csv' ? this.call({ method: 'GET', path: '/api/v1/virtual-account/static', query }, options) : listOf(query, (page) => this.call({ method: 'GET', path: '/api/v1/virtual-account/static', query: page }, options));
  }

  /**
   * Suspends a static account. While it is suspended, banks tell payers that the account does not exist. Reinstate it with `reinstate`.
   *
   * `POST /api/v1/virtual-account/{accountNumber}/suspend`, scope `virtual-accounts:write`
   */
  suspend(accountNumber: string, body: Schemas.AccountChangeRequest = {}, options: WriteOptions = {}): Promise<Result<Schemas.VirtualAccountStatic>> {
    return this.call({ method: 'POST', path: '/api/v1/virtual-account/{accountNumber}/suspend', pathValues: { accountNumber }, body, takesKey: true }, options);
  }

  /**
   * Reinstates a suspended static account. It accepts transfers again.
   *
   * `POST /api/v1/virtual-account/{accountNumber}/reinstate`, scope `virtual-accounts:write`
   */
  reinstate(accountNumber: string, body: Schemas.AccountChangeRequest = {}, options: WriteOptions = {}): Promise<Result<Schemas.VirtualAccountStatic>> {
    return this.call({ method: 'POST', path: '/api/v1/virtual-account/{accountNumber}/reinstate', pathValues: { accountNumber }, body, takesKey: true }, options);
  }

  /**
   * Creates an account number for one payment. It is a checkout by bank transfer and its account in one request, and you query it by its reference. The same request again gets the same account with the same expiry.
   *
   * `POST /api/v1/virtual-account/dynamic`, scope `virtual-accounts:write`
   */
  createDynamic(body: Schemas.CreateDynamicAccountRequest, options: WriteOptions = {}): Promise<Decided<Schemas.DynamicAccountData> | Pending<Schemas.CreateDynamicAccountPending>> {
    return this.call({ method: 'POST', path: '/api/v1/virtual-account/dynamic', body, takesKey: true, mayBePending: true }, options);
  }

  /**
   * Lists the account numbers for one payment, the newest first. Those of checkouts are included.
   *
   * `GET /api/v1/virtual-account/get-dynamic-virtual-accounts`, scope `virtual-accounts:read`
   */
  listDynamic(query: Schemas.ListDynamicAccountsQuery & { readonly format: 'csv' }, options?: CallOptions): Promise<Result<CsvFile>>;
  listDynamic(query?: Schemas.ListDynamicAccountsQuery & { readonly format?: 'json' }, options?: CallOptions): List<Schemas.PagedVirtualAccountList>;
  listDynamic(query: Schemas.ListDynamicAccountsQuery = {}, options: CallOptions = {}): Promise<any> {
    return query.format === 'csv' ? this.call({ method: 'GET', path: '/api/v1/virtual-account/get-dynamic-virtual-accounts', query }, options) : listOf(query, (page) => this.call({ method: 'GET', path: '/api/v1/virtual-account/get-dynamic-virtual-accounts', query: page }, options));
  }

  /**
   * Changes the amount or the expiry of a standalone dynamic account. Works only before the first payment. Fields you leave out keep their values.
   *
   * `PATCH /api/v1/virtual-account/{accountNumber}`, scope `virtual-accounts:write`
   */
  change(accountNumber: string, body: Schemas.ChangeDynamicAccountRequest, options: WriteOptions = {}): Promise<Result<Schemas.DynamicAccountData>> {
    return this.call({ method: 'PATCH', path: '/api/v1/virtual-account/{accountNumber}', pathValues: { accountNumber }, body, takesKey: true }, options);
  }

  /**
   * Returns one of your virtual accounts, with what it has received.
   *
   * `GET /api/v1/virtual-account/{accountNumber}`, scope `virtual-accounts:read`
   */
  get(accountNumber: string, options: CallOptions = {}): Promise<Result<Schemas.VirtualAccount>> {
    return this.call({ method: 'GET', path: '/api/v1/virtual-account/{accountNumber}', pathValues: { accountNumber } }, options);
  }

  /**
   * Lists your prefixes, and how many account numbers each has left.
   *
   * `GET /api/v1/virtual-account/get-prefixes`, scope `virtual-accounts:read`
   */
  listPrefixes(options: CallOptions = {}): Promise<Result<Schemas.PrefixList>> {
    return this.call({ method: 'GET', path: '/api/v1/virtual-account/get-prefixes' }, options);
  }

  /**
   * Tells whether a transfer to an account number would be accepted. For your own numbers the engine answers; for any other, the bank of the number.
   *
   * `POST /api/v1/virtual-account/validate-virtual-account`, scope `virtual-accounts:read`
   */
  validate(body: Schemas.ValidateAccountRequest, options: WriteOptions = {}): Promise<Result<Schemas.AccountValidation>> {
    return this.call({ method: 'POST', path: '/api/v1/virtual-account/validate-virtual-account', body, takesKey: true }, options);
  }

  /**
   * Closes a virtual account for ever. Money that still comes is held or sent back. The number of a static account is never given to anybody again. Closing a standalone dynamic account also cancels its payment, and refunds what was paid so far. Closing a checkout's account leaves the checkout open; you can create another account for it. You cannot close a checkout's account after money has arrived.
   *
   * `POST /api/v1/virtual-account/{accountNumber}/close`, scope `virtual-accounts:write`
   */
  close(accountNumber: string, body: Schemas.AccountChangeRequest = {}, options: WriteOptions = {}): Promise<Result<Schemas.VirtualAccount>> {
    return this.call({ method: 'POST', path: '/api/v1/virtual-account/{accountNumber}/close', pathValues: { accountNumber }, body, takesKey: true }, options);
  }

  /**
   * Returns the same as `GET /api/v1/wallet/balance`.
   *
   * `GET /api/v1/virtual-account/get-wallet-balance`, scope `wallet:read`
   */
  walletBalance(options: CallOptions = {}): Promise<Result<Schemas.WalletBalanceData>> {
    return this.call({ method: 'GET', path: '/api/v1/virtual-account/get-wallet-balance' }, options);
  }
}

export class SearchResource extends Resource {
  /**
   * Finds your orders, transactions, refunds, disputes, settlements and accounts by whatever a customer tells you.
   *
   * `GET /api/v1/search`, scope `checkout:read`
   */
  all(query: Schemas.SearchAllQuery, options: CallOptions = {}): Promise<Result<Schemas.SearchData>> {
    return this.call({ method: 'GET', path: '/api/v1/search', query }, options);
  }
}

export class PaymentLinksResource extends Resource {
  /**
   * Creates a payment link: an address on which customers can pay without any code of yours. Each customer who fills in its form gets a checkout.
   *
   * `POST /api/v1/payment-links`, scope `payment-links:write`
   */
  create(body: Schemas.PaymentLinkRequest, options: WriteOptions = {}): Promise<Result<Schemas.PaymentLinkView>> {
    return this.call({ method: 'POST', path: '/api/v1/payment-links', body, takesKey: true }, options);
  }

  /**
   * Lists your payment links, the newest first.
   *
   * `GET /api/v1/payment-links`, scope `payment-links:read`
   */
  list(query: Schemas.ListPaymentLinksQuery = {}, options: CallOptions = {}): List<Schemas.PaymentLinkPage> {
    return listOf(query, (page) => this.call({ method: 'GET', path: '/api/v1/payment-links', query: page }, options));
  }

  /**
   * Returns a payment link. `GET /api/v1/checkouts` lists its checkouts.
   *
   * `GET /api/v1/payment-links/{paymentLinkId}`, scope `payment-links:read`
   */
  get(paymentLinkId: string, options: CallOptions = {}): Promise<Result<Schemas.PaymentLinkView>> {
    return this.call({ method: 'GET', path: '/api/v1/payment-links/{paymentLinkId}', pathValues: { paymentLinkId } }, options);
  }

  /**
   * Replaces what a payment link asks and says; what you leave out gets its default. The address and the QR code stay. Checkouts that have begun keep what they ask.
   *
   * `PUT /api/v1/payment-links/{paymentLinkId}`, scope `payment-links:write`
   */
  replace(paymentLinkId: string, body: Schemas.PaymentLinkRequest, options: WriteOptions = {}): Promise<Result<Schemas.PaymentLinkView>> {
    return this.call({ method: 'PUT', path: '/api/v1/payment-links/{paymentLinkId}', pathValues: { paymentLinkId }, body, takesKey: true }, options);
  }

  /**
   * Sets the picture of a payment link. Customers see it on the page of the link.
   *
   * `PUT /api/v1/payment-links/{paymentLinkId}/picture`, scope `payment-links:write`
   */
  putPicture(paymentLinkId: string, body: Schemas.LinkPictureRequest, options: WriteOptions = {}): Promise<Result<Schemas.PaymentLinkView>> {
    return this.call({ method: 'PUT', path: '/api/v1/payment-links/{paymentLinkId}/picture', pathValues: { paymentLinkId }, body, takesKey: true }, options);
  }

  /**
   * Removes the picture of a payment link.
   *
   * `DELETE /api/v1/payment-links/{paymentLinkId}/picture`, scope `payment-links:write`
   */
  removePicture(paymentLinkId: string, options: WriteOptions = {}): Promise<Result<Schemas.PaymentLinkView>> {
    return this.call({ method: 'DELETE', path: '/api/v1/payment-links/{paymentLinkId}/picture', pathValues: { paymentLinkId }, takesKey: true }, options);
  }

  /**
   * Switches a payment link off for good. Checkouts that have begun can still be paid.
   *
   * `POST /api/v1/payment-links/{paymentLinkId}/deactivate`, scope `payment-links:write`
   */
  deactivate(paymentLinkId: string, options: WriteOptions = {}): Promise<Result<Schemas.PaymentLinkView>> {
    return this.call({ method: 'POST', path: '/api/v1/payment-links/{paymentLinkId}/deactivate', pathValues: { paymentLinkId }, takesKey: true }, options);
  }
}

export class WebhooksResource extends Resource {
  /**
   * Sets the URL that we send events to: endpoint 1. The secret that signs them is shown once.
   *
   * `POST /api/v1/webhooks/notification-url`, scope `webhooks:write`
   */
  setUrl(body: Schemas.NotificationUrlRequest, options: WriteOptions = {}): Promise<Result<Schemas.NotificationUrl>> {
    return this.call({ method: 'POST', path: '/api/v1/webhooks/notification-url', body, takesKey: true }, options);
  }

  /**
   * Returns your endpoint, without the secret.
   *
   * `GET /api/v1/webhooks/notification-url`, scope `webhooks:read`
   */
  getUrl(options: CallOptions = {}): Promise<Result<Schemas.NotificationUrl>> {
    return this.call({ method: 'GET', path: '/api/v1/webhooks/notification-url' }, options);
  }

  /**
   * Sends the event `webhook.test` to your URL at once, and tells how that went. The reply is HTTP 200 also when the event did not arrive: look at `delivered`. A test that arrives switches an endpoint on again, and tells which events it has missed.
   *
   * `POST /api/v1/webhooks/test`, scope `webhooks:write`
   */
  test(options: WriteOptions = {}): Promise<Result<Schemas.WebhookTestResult>> {
    return this.call({ method: 'POST', path: '/api/v1/webhooks/test', body: {}, takesKey: true }, options);
  }

  /**
   * Makes a new secret. Both secrets sign for 24 hours, unless the old one ends `immediately`. If you rotate again within these hours, the three newest old secrets sign beside the new one.
   *
   * `POST /api/v1/webhooks/rotate-secret`, scope `webhooks:write`
   */
  rotateSecret(body: Schemas.RotateSecretRequest, options: WriteOptions = {}): Promise<Result<Schemas.RotatedSecret>> {
    return this.call({ method: 'POST', path: '/api/v1/webhooks/rotate-secret', body, takesKey: true }, options);
  }

  /**
   * Returns how often and when a delivery is tried again.
   *
   * `GET /api/v1/webhooks/retry-policy`, scope `webhooks:read`
   */
  retryPolicy(options: CallOptions = {}): Promise<Result<Schemas.RetryPolicy>> {
    return this.call({ method: 'GET', path: '/api/v1/webhooks/retry-policy' }, options);
  }

  /**
   * Lists your endpoints with their health, the first one first.
   *
   * `GET /api/v1/webhooks/endpoints`, scope `webhooks:read`
   */
  listEndpoints(options: CallOptions = {}): Promise<Result<Schemas.WebhookEndpointList>> {
    return this.call({ method: 'GET', path: '/api/v1/webhooks/endpoints' }, options);
  }

  /**
   * Adds an endpoint, at most ten. Each gets the events that it asks for, has its own secret, and is tried again by itself. The secret is shown once.
   *
   * `POST /api/v1/webhooks/endpoints`, scope `webhooks:write`
   */
  addEndpoint(body: Schemas.NotificationUrlRequest, options: WriteOptions = {}): Promise<Result<Schemas.NotificationUrl>> {
    return this.call({ method: 'POST', path: '/api/v1/webhooks/endpoints', body, takesKey: true }, options);
  }

  /**
   * Replaces the URL and the events of an endpoint. Its secret stays, unless you send another.
   *
   * `PUT /api/v1/webhooks/endpoints/{endpoint}`, scope `webhooks:write`
   */
  changeEndpoint(endpoint: string, body: Schemas.NotificationUrlRequest, options: WriteOptions = {}): Promise<Result<Schemas.NotificationUrl>> {
    return this.call({ method: 'PUT', path: '/api/v1/webhooks/endpoints/{endpoint}', pathValues: { endpoint }, body, takesKey: true }, options);
  }

  /**
   * Removes an endpoint. What waits for it is not sent any more.
   *
   * `DELETE /api/v1/webhooks/endpoints/{endpoint}`, scope `webhooks:write`
   */
  removeEndpoint(endpoint: string, options: WriteOptions = {}): Promise<Result<Schemas.NotificationUrl>> {
    return this.call({ method: 'DELETE', path: '/api/v1/webhooks/endpoints/{endpoint}', pathValues: { endpoint }, takesKey: true }, options);
  }

  /**
   * Sends the event `webhook.test` to an endpoint, as `POST /api/v1/webhooks/test` does to the first.
   *
   * `POST /api/v1/webhooks/endpoints/{endpoint}/test`, scope `webhooks:write`
   */
  testEndpoint(endpoint: string, options: WriteOptions = {}): Promise<Result<Schemas.WebhookTestResult>> {
    return this.call({ method: 'POST', path: '/api/v1/webhooks/endpoints/{endpoint}/test', pathValues: { endpoint }, body: {}, takesKey: true }, options);
  }

  /**
   * Makes a new secret for an endpoint, as `POST /api/v1/webhooks/rotate-secret` does for the first.
   *
   * `POST /api/v1/webhooks/endpoints/{endpoint}/rotate-secret`, scope `webhooks:write`
   */
  rotateEndpointSecret(endpoint: string, body: Schemas.RotateSecretRequest, options: WriteOptions = {}): Promise<Result<Schemas.RotatedSecret>> {
    return this.call({ method: 'POST', path: '/api/v1/webhooks/endpoints/{endpoint}/rotate-secret', pathValues: { endpoint }, body, takesKey: true }, options);
  }

  /**
   * Sends now what waits for an endpoint: for after an outage of yours. Deliveries that wait for their next try go at once, 1,000 in one request, and events that would not come any more are replayed. An endpoint that is off must be tested first.
   *
   * `POST /api/v1/webhooks/endpoints/{endpoint}/deliver-waiting`, scope `webhooks:write`
   */
  deliverWaiting(endpoint: string, options: WriteOptions = {}): Promise<Result<Schemas.WaitingDelivered>> {
    return this.call({ method: 'POST', path: '/api/v1/webhooks/endpoints/{endpoint}/deliver-waiting', pathValues: { endpoint }, body: {}, takesKey: true }, options);
  }

  /**
   * Lists what was sent to your endpoint and how that went, the latest events first.
   *
   * `GET /api/v1/webhooks/deliveries`, scope `webhooks:read`
   */
  listDeliveries(query: Schemas.ListDeliveriesQuery & { readonly format: 'csv' }, options?: CallOptions): Promise<Result<CsvFile>>;
  listDeliveries(query?: Schemas.ListDeliveriesQuery & { readonly format?: 'json' }, options?: CallOptions): List<Schemas.WebhookDeliveryList>;
  listDeliveries(query: Schemas.ListDeliveriesQuery = {}, options: CallOptions = {}): Promise<any> {
    return query.format === 'csv' ? this.call({ method: 'GET', path: '/api/v1/webhooks/deliveries', query }, options) : listOf(query, (page) => this.call({ method: 'GET', path: '/api/v1/webhooks/deliveries', query: page }, options));
  }

  /**
   * Returns one delivery, with the request and every attempt.
   *
   * `GET /api/v1/webhooks/deliveries/{deliveryId}`, scope `webhooks:read`
   */
  getDelivery(deliveryId: string, options: CallOptions = {}): Promise<Result<Schemas.WebhookDeliveryDetail>> {
    return this.call({ method: 'GET', path: '/api/v1/webhooks/deliveries/{deliveryId}', pathValues: { deliveryId } }, options);
  }

  /**
   * Sends the event of a delivery again, at once, as a new delivery. The id of the event stays the same.
   *
   * `POST /api/v1/webhooks/deliveries/{deliveryId}/redeliver`, scope `webhooks:write`
   */
  redeliver(deliveryId: string, options: WriteOptions = {}): Promise<Result<Schemas.Redelivery>> {
    return this.call({ method: 'POST', path: '/api/v1/webhooks/deliveries/{deliveryId}/redeliver', pathValues: { deliveryId }, body: {}, takesKey: true }, options);
  }

  /**
   * Sends the events of a period again. The reply is HTTP 202 with the id of the replay; ask by that id how far it is. Only one replay can run at a time.
   *
   * `POST /api/v1/webhooks/replay`, scope `webhooks:write`
   */
  replay(body: Schemas.ReplayRequest, options: WriteOptions = {}): Promise<Decided<Schemas.WebhookReplay> | Pending<Schemas.WebhookReplay>> {
    return this.call({ method: 'POST', path: '/api/v1/webhooks/replay', body, takesKey: true, mayBePending: true }, options);
  }

  /**
   * Returns a replay and how far it is.
   *
   * `GET /api/v1/webhooks/replay/{replayId}`, scope `webhooks:read`
   */
  getReplay(replayId: string, options: CallOptions = {}): Promise<Result<Schemas.WebhookReplay>> {
    return this.call({ method: 'GET', path: '/api/v1/webhooks/replay/{replayId}', pathValues: { replayId } }, options);
  }

  /**
   * Returns an event, with the body that is sent and its deliveries.
   *
   * `GET /api/v1/webhooks/events/{eventId}`, scope `webhooks:read`
   */
  getEvent(eventId: string, options: CallOptions = {}): Promise<Result<Schemas.WebhookEvent>> {
    return this.call({ method: 'GET', path: '/api/v1/webhooks/events/{eventId}', pathValues: { eventId } }, options);
  }
}

export class ReferenceResource extends Resource {
  /**
   * Lists every reason that a request can fail for, and what to do then. The page `/docs/errors` shows the same.
   *
   * `GET /api/v1/errors`
   */
  listErrors(options: CallOptions = {}): Promise<Result<Schemas.ErrorReferenceList>> {
    return this.call({ method: 'GET', path: '/api/v1/errors', needsNoToken: true }, options);
  }
}
