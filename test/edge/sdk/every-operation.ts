import { expect } from 'vitest';
import type { CurlInput } from '../../../scripts/docs/curl-examples.ts';
import type { SandboxMerchant } from '../../support/stack.js';
import { mintSessionId, type AnyWorld } from '../../support/api-world.js';
import { operator } from '../../support/actors.js';
import { accountHeldBy } from '../../support/same-holder.js';
import { ApiClient, newReference } from '../../support/api-client.js';
import { disputedSale } from '../../support/disputed-sale.js';

export interface SentReply {
  readonly httpStatus: number;
  // Looked at field by field, as in api-client.ts.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly data: any;
}

/** One way of calling an operation, by its operationId: the SDK, or curl. */
export type Send = (id: string, input: CurlInput) => Promise<SentReply>;

const amount = 1_000_000;
/** One colour, 16 pixels each way. */
const smallLogo =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQAQMAAAAlPW0iAAAAA1BMVEULXTsVMRgGAAAADElEQVR42mNgIA0AAAAwAAEodEl9AAAAAElFTkSuQmCC';
/** The simulator bank has no such account. */
const closedAccount = '5550001111';
const bankCode = '000013';

/** A merchant's whole life, in which each operation is called, and called well. */
export class EveryOperation {
  readonly called = new Set<string>();

  constructor(
    private readonly world: AnyWorld,
    private readonly merchant: SandboxMerchant,
    private readonly webhookUrl: string,
    private readonly via: Send,
  ) {}

  async run(): Promise<void> {
    const startedAt = new Date(Date.now() - 1_000).toISOString();
    await this.#settings();
    const sale = await this.#sale();
    await this.#lists(sale);
    await this.#paymentLinks();
    await this.#refunds(sale.reference);
    await this.#hooks();
    await this.#staticAccounts();
    await this.#dynamicAccounts();
    await this.#settlement();
    await this.#webhooks(sale.reference, startedAt);
    const { reference } = await this.#order();
    await this.#send('changeCheckout', {
      path: { paymentReference: reference },
      body: { amount: 1_200_000, items: [{ name: 'Shoes', quantity: 1, amount: 1_200_000 }] },
    });
    await this.#send('cancelCheckout', {
      path: { paymentReference: reference },
      body: { reason: 'Sold out' },
    });
  }

  /** @throws AssertionError when it is refused */
  async #send(id: string, input: CurlInput = {}): Promise<SentReply> {
    this.called.add(id);
    const reply = await this.via(id, input);
    expect([200, 202], `${id}: ${JSON.stringify(reply.data)}`).toContain(reply.httpStatus);
    return reply;
  }

  async #until(id: string, input: CurlInput, status: string): Promise<SentReply> {
    let reply = await this.#send(id, input);
    await expect
      .poll(async () => (reply = await this.#send(id, input)).data.status as string, {
        timeout: 30_000,
        interval: 200,
      })
      .toBe(status);
    return reply;
  }

  async #settings(): Promise<void> {
    for (const id of ['live', 'ready', 'listErrors'] as const) await this.#send(id);
    const { clientId, clientSecret } = this.merchant;
    await this.#send('authenticate', { body: { clientId, clientSecret } });
    await this.#send('listBanks');
    await this.#send('getMerchant');
    await this.#send('getPolicies');
    await this.#send('replacePolicies', { body: { duplicate: 'REFUND' } });
    await this.#send('getMessageSettings');
    await this.#send('replaceMessageSettings', { body: { replyTo: 'help@shop.example.ng' } });
    await this.#send('getSettlementSettings');
    await this.#send('replaceSettlementSettings', {
      body: { schedule: 'T1', minimumPayout: 0 },
    });
    await this.#send('getSettlementCalendar', { query: { from: '2026-12-21', to: '2027-01-04' } });
    await this.#send('setNotificationUrl', { body: { url: this.webhookUrl } });
    for (const id of ['getNotificationUrl', 'getRetryPolicy'] as const) await this.#send(id);
    await this.#send('testNotificationUrl', { body: {} });
    await this.#send('rotateWebhookSecret', { body: {} });
    await this.#endpoints();
    await this.#keys();
  }

  async #endpoints(): Promise<void> {
    const body = { url: this.webhookUrl, events: ['refund.failed'] };
    const path = { endpoint: '2' };
    await this.#send('addWebhookEndpoint', { body });
    await this.#send('listWebhookEndpoints');
    await this.#send('changeWebhookEndpoint', { path, body });
    await this.#send('testWebhookEndpoint', { path, body: {} });
    await this.#send('rotateWebhookEndpointSecret', { path, body: {} });
    await this.#send('deliverWaiting', { path, body: {} });
    await this.#send('removeWebhookEndpoint', { path });
    await this.#send('addWebhookEndpoint', { body });
  }

  /** The key that all the others are called with stays. */
  async #keys(): Promise<void> {
    const { clientId, merchantId } = this.merchant;
    const other = `mid_other_${merchantId}`;
    await this.world.query(
      `select create_key(jsonb_populate_record(null::merchant_key, $1), '\\x01', 'none', $2)`,
      [
        JSON.stringify({
          ...{ client_id: other, merchant_id: merchantId, name: 'Other' },
          ...{ groups: ['reads'], addresses: [] },
        }),
        JSON.stringify(operator()),
      ],
    );
    await this.#send('createKey', { body: { name: 'Nightly check', groups: ['reads'] } });
    await this.#send('listKeys');
    await this.#send('listRequests');
    // Tests that come later move the clock by a day, and sign in with the first secret.
    await this.#send('rotateKey', { path: { clientId }, body: { overlapHours: 720 } });
    await this.#send('revokeKey', { path: { clientId: other }, body: {} });
  }

  async #order(): Promise<{ reference: string; accountNumber: string }> {
    const reference = newReference();
    await this.#send('initiateCheckout', {
      body: {
        ...{ email: 'ada@example.ng', phoneNumber: '08031234567' },
        ...{ firstName: "Ada d'Or", lastName: 'Obi', channels: ['Bank'] },
        ...{ amount, paymentReference: reference },
      },
    });
    const { data } = await this.#send('createCheckoutAccount', {
      body: { paymentReference: reference, prefix: this.merchant.prefix, validity: 30, amount },
    });
    return { reference, accountNumber: String(data.accountNumber) };
  }

  /** An order paid by way of the sandbox's bank. */
  async #sale() {
    const { reference, accountNumber } = await this.#order();
    await this.#send('answerNameEnquiry', {
      path: { provider: 'simulator' },
      body: { accountNumber },
    });
    const { data } = await this.#send('queryCheckout', { path: { paymentReference: reference } });
    await this.#send('sendInwardCredit', { body: { accountNumber, amount } });
    await this.#send('advanceCheckoutClock', {
      path: { paymentReference: reference },
      body: { seconds: 60 },
    });
    const completed = await this.#send('completeCheckout', {
      header: { Prefer: 'wait=20' },
      body: {
        ...{ paymentChannel: 'Bank', account: accountNumber, amount },
        ...{ paymentReference: reference, accessCode: data.accessCode },
      },
    });
    expect(completed.data.status).toBe('SUCCESSFUL');
    const { sessionId, transactionReference } = completed.data as Record<string, string>;
    return { reference, sessionId: sessionId ?? '', transaction: transactionReference ?? '' };
  }

  async #lists(sale: { reference: string; sessionId: string; transaction: string }): Promise<void> {
    const { reference, sessionId, transaction } = sale;
    await this.#send('getCheckoutTimeline', { path: { paymentReference: reference } });
    await this.#send('listCheckouts', { query: { paymentReference: reference, size: 5 } });
    await this.#send('listTransactions', { query: { paymentReference: reference, size: 5 } });
    await this.#send('getTransaction', { path: { reference: transaction } });
    await this.#send('listCredits', { query: { sessionId } });
    await this.#send('getCredit', { path: { transactionReference: transaction } });
    await this.#send('queryInwardTransfer', { query: { sessionId } });
    await this.#send('listWalletTransactions');
    await this.#send('searchAll', { query: { q: reference } });
    await this.#send('getWalletBalance');
    await this.#send('getSummaries', { query: { by: 'channel' } });
    await this.#send('getVirtualAccountWalletBalance');
  }

  async #paymentLinks(): Promise<void> {
    const embedOrigins = ['https://shop.example.ng'];
    await this.#send('replaceCheckoutPage', { body: { accentColor: '#0b5d3b', embedOrigins } });
    await this.#send('putLogo', { body: { image: smallLogo } });
    await this.#send('getCheckoutPage');
    await this.#send('removeLogo');
    const { data } = await this.#send('createPaymentLink', {
      body: { description: "Pupil's fees", minAmount: 100_000, maxAmount: amount, usage: 'MANY' },
    });
    const path = { paymentLinkId: String(data.paymentLinkId) };
    await this.#send('getPaymentLink', { path });
    await this.#send('listPaymentLinks', { query: { status: 'ACTIVE', size: 5 } });
    await this.#send('replacePaymentLink', {
      path,
      body: { description: 'School fees, term 2', amount: 2_600_000 },
    });
    await this.#send('putPaymentLinkPicture', { path, body: { image: smallLogo } });
    await this.#send('removePaymentLinkPicture', { path });
    await this.#send('deactivatePaymentLink', { path });
  }

  /** The payer's account is closed, so that the merchant has to name another. */
  async #refunds(sold: string): Promise<void> {
    await this.#hookPaid({ sourceAccountNumber: closedAccount, sourceBankCode: bankCode });
    const { reference } = await this.#hookPaid({
      ...{ sourceAccountNumber: closedAccount, sourceAccountName: 'ADA OBI' },
      ...{ sourceBankCode: bankCode, sourceBankName: 'Example MFB' },
    });
    const refundReference = newReference();
    await this.#send('requestRefund', {
      path: { reference },
      body: { refundReference, amount: 200_000, reason: 'Out of stock' },
    });
    await this.#until('getRefund', { path: { refundReference } }, 'NEEDS_ACCOUNT');
    await this.#send('provideRefundAccount', {
      path: { refundReference },
      body: { accountNumber: accountHeldBy('ADA OBI', bankCode), bankCode },
    });
    await this.#send('listRefunds', { path: { reference: sold } });
    await this.#send('listAllRefunds', { query: { reference } });
  }

  /** An order paid by way of the hook that a bank calls. */
  async #hookPaid(source: Record<string, string> = {}) {
    const { reference, accountNumber } = await this.#order();
    const sessionId = mintSessionId();
    await this.#send('receiveInwardCredit', {
      path: { provider: 'simulator' },
      body: { sessionId, accountNumber, amount, ...source },
    });
    await this.#until('queryCheckout', { path: { paymentReference: reference } }, 'SUCCESSFUL');
    return { reference, sessionId };
  }

  async #hooks(): Promise<void> {
    const path = { provider: 'simulator' };
    const { sessionId } = await this.#hookPaid();
    await this.#send('receiveRecall', {
      path,
      body: { eventId: newReference(), sessionId, amount },
    });
    const { data } = await this.#send('listDisputes', { query: { kind: 'RECALL' } });
    await this.#send('getDispute', { path: { disputeId: String(data.items[0].disputeId) } });
    await this.#disputes();
    const settlement = { kind: 'SETTLEMENT', settlementId: newReference(), amount: 1_000, fee: 0 };
    await this.#send('receiveCardEvent', {
      path,
      body: { eventId: newReference(), ...settlement },
    });
  }

  /** Two card payments that are disputed: the merchant accepts one, and sends evidence against the other. */
  async #disputes(): Promise<void> {
    const shop = await ApiClient.authenticated(this.world.manilla.baseUrl, this.merchant);
    const { simulatorUrl } = this.world.manilla;
    const [one, other] = [
      await disputedSale(shop, simulatorUrl),
      await disputedSale(shop, simulatorUrl),
    ];
    await this.#send('acceptDispute', { path: { disputeId: one.disputeId } });
    const path = { disputeId: other.disputeId };
    const file = Buffer.from(smallLogo, 'base64');
    const { fileId } = (await this.#send('uploadDisputeFile', { path, file })).data;
    const { items } = (await this.#send('listDisputeFiles', { path })).data;
    expect(items).toMatchObject([{ fileId, mediaType: 'image/png' }]);
    const saved = await this.#send('getDisputeFile', { path: { ...path, fileId } });
    expect(
      Buffer.from(saved.data.bytes as Uint8Array)
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    const { data } = await this.#send('submitDisputeEvidence', {
      path,
      body: {
        explanation: "The customer's signature is on the receipt.",
        documents: [
          { type: 'RECEIPT', url: 'https://shop.example.ng/receipt.pdf' },
          { type: 'OTHER', fileId },
        ],
      },
    });
    expect(data).toMatchObject({ answer: { type: 'EVIDENCE' }, nextActions: [] });
  }

  /** A customer's own number, that is paid into and closed. */
  async #staticAccounts(): Promise<void> {
    const { data } = await this.#send('createStaticAccount', {
      body: {
        ...{ reference: newReference(), prefix: this.merchant.prefix, accountName: "Ada d'Or" },
        ...{ email: 'ada@example.ng', phoneNumber: '08031234567', bvn: '22123456789' },
      },
    });
    const accountNumber = String(data.accountNumber);
    await this.#send('sendInwardCredit', { body: { accountNumber, amount } });
    const path = { accountNumber };
    await this.#send('listStaticAccounts', { query: { q: accountNumber } });
    const found = await this.#send('getVirtualAccount', { path });
    expect(found.data).toMatchObject({ type: 'STATIC', totalReceived: amount });
    await this.#send('suspendStaticAccount', { path, body: { reason: 'Under review' } });
    await this.#send('reinstateStaticAccount', { path, body: {} });
    await this.#send('closeVirtualAccount', { path, body: {} });
  }

  async #dynamicAccounts(): Promise<void> {
    const { prefix } = this.merchant;
    const reference = newReference();
    const { data } = await this.#send('createDynamicAccount', {
      body: { paymentReference: reference, prefix, amount, validity: 60, amountRule: 'AT_LEAST' },
    });
    const accountNumber = String(data.accountNumber);
    const changed = await this.#send('changeDynamicAccount', {
      path: { accountNumber },
      body: { validity: 90 },
    });
    expect(changed.data).toMatchObject({ accountNumber, validity: 90 });
    const valid = await this.#send('validateAccount', { body: { accountNumber, amount } });
    expect(valid.data).toMatchObject({ type: 'DYNAMIC', isValid: true });
    const query = { paymentReference: reference };
    const listed = await this.#send('listDynamicAccounts', { query });
    expect(listed.data.items).toHaveLength(1);
    await this.#send('listPrefixes');
    const path = { accountNumber };
    const found = await this.#send('getVirtualAccount', { path });
    expect(found.data).toMatchObject({ type: 'DYNAMIC', amountRule: 'AT_LEAST' });
    await this.#send('closeVirtualAccount', { path, body: {} });
  }

  async #settlement(): Promise<void> {
    const { data } = await this.#send('registerSettlementAccount', {
      body: { accountNumber: '0123456789', bankCode },
    });
    await this.#send('listSettlementAccounts');
    const path = { settlementAccountId: String(data.settlementAccountId) };
    await this.#send('makeDefaultSettlementAccount', { path });
    // A new account has to cool before it is paid to; without it the merchant's first is the default again.
    await this.#send('removeSettlementAccount', { path });
    await this.world.query(
      `select post_journals(array[('adjustment', $3, 'fill', 'pool', '1100', 'simulator', 'NGN', $2::bigint),
                                  ('adjustment', $3, 'fill', 'merchant', '2110', $1, 'NGN', -$2::bigint)]::leg[])`,
      [this.merchant.merchantId, 6_000_000, `adj_${newReference()}`],
    );
    const settlementReference = newReference();
    await this.#send('requestSettlement', { body: { settlementReference, amount } });
    const settlement = { path: { settlementReference } };
    await this.#until('getSettlementStatus', settlement, 'SUCCESSFUL');
    await this.#send('getSettlementHistory', { query: { type: 'ON_DEMAND' } });
    await this.#send('getSettlementTransactions', settlement);
    await this.#send('getSettlementStatement', settlement);
    const today = new Date().toISOString().slice(0, 10);
    await this.#send('getPeriodStatement', { query: { from: today, to: today } });
    await this.#send('runSettlement');
  }

  async #webhooks(paymentReference: string, startedAt: string): Promise<void> {
    const { data } = await this.#send('listDeliveries', { query: { paymentReference } });
    const [{ deliveryId, eventId }] = data.items as [{ deliveryId: string; eventId: string }];
    await this.#send('getDelivery', { path: { deliveryId } });
    await this.#send('getEvent', { path: { eventId } });
    await this.#send('redeliver', { path: { deliveryId }, body: {} });
    const to = new Date().toISOString();
    const replay = await this.#send('replayEvents', { body: { from: startedAt, to } });
    await this.#send('getReplay', { path: { replayId: String(replay.data.replayId) } });
  }
}
