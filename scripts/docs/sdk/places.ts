/**
 * The place of each operation in the SDK: `manilla.<resource>.<method>`, or null for an operation that the client calls
 * by itself. A new operation gets its line here; a new resource also a field in sdk/src/manilla.ts.
 */
export const places: Readonly<Record<string, `${string}.${string}` | null>> = {
  authenticate: null,

  listKeys: 'keys.list',
  createKey: 'keys.create',
  rotateKey: 'keys.rotate',
  revokeKey: 'keys.revoke',

  initiateCheckout: 'checkouts.initiate',
  createCheckoutAccount: 'checkouts.createAccount',
  queryCheckout: 'checkouts.query',
  completeCheckout: 'checkouts.complete',
  cancelCheckout: 'checkouts.cancel',
  listCheckouts: 'checkouts.list',
  getCheckoutTimeline: 'checkouts.timeline',

  getCheckoutPage: 'merchant.checkoutPage',
  replaceCheckoutPage: 'merchant.replaceCheckoutPage',
  putLogo: 'merchant.putLogo',
  removeLogo: 'merchant.removeLogo',

  createPaymentLink: 'paymentLinks.create',
  listPaymentLinks: 'paymentLinks.list',
  getPaymentLink: 'paymentLinks.get',
  deactivatePaymentLink: 'paymentLinks.deactivate',

  createStaticAccount: 'virtualAccounts.createStatic',
  listStaticAccounts: 'virtualAccounts.listStatic',
  suspendStaticAccount: 'virtualAccounts.suspend',
  reinstateStaticAccount: 'virtualAccounts.reinstate',
  createDynamicAccount: 'virtualAccounts.createDynamic',
  listDynamicAccounts: 'virtualAccounts.listDynamic',
  changeDynamicAccount: 'virtualAccounts.change',
  getVirtualAccount: 'virtualAccounts.get',
  listPrefixes: 'virtualAccounts.listPrefixes',
  validateAccount: 'virtualAccounts.validate',
  closeVirtualAccount: 'virtualAccounts.close',
  getVirtualAccountWalletBalance: 'virtualAccounts.walletBalance',

  listTransactions: 'transactions.list',
  getTransaction: 'transactions.get',
  listCredits: 'credits.list',
  getCredit: 'credits.get',
  queryInwardTransfer: 'inwardTransfers.query',

  requestRefund: 'refunds.create',
  listRefunds: 'refunds.listForTransaction',
  listAllRefunds: 'refunds.list',
  getRefund: 'refunds.get',
  provideRefundAccount: 'refunds.provideAccount',

  listDisputes: 'disputes.list',
  getDispute: 'disputes.get',
  acceptDispute: 'disputes.accept',
  submitDisputeEvidence: 'disputes.submitEvidence',

  searchAll: 'search.all',

  getWalletBalance: 'wallet.balance',
  getSummaries: 'wallet.summaries',
  listWalletTransactions: 'wallet.listTransactions',

  requestSettlement: 'settlements.create',
  getSettlementStatus: 'settlements.get',
  getSettlementHistory: 'settlements.list',
  getSettlementTransactions: 'settlements.listTransactions',
  getSettlementStatement: 'settlements.statement',
  getPeriodStatement: 'settlements.periodStatement',
  getSettlementCalendar: 'settlements.calendar',
  registerSettlementAccount: 'settlementAccounts.register',
  listSettlementAccounts: 'settlementAccounts.list',
  makeDefaultSettlementAccount: 'settlementAccounts.makeDefault',
  removeSettlementAccount: 'settlementAccounts.remove',

  setNotificationUrl: 'webhooks.setUrl',
  getNotificationUrl: 'webhooks.getUrl',
  testNotificationUrl: 'webhooks.test',
  rotateWebhookSecret: 'webhooks.rotateSecret',
  getRetryPolicy: 'webhooks.retryPolicy',
  listDeliveries: 'webhooks.listDeliveries',
  getDelivery: 'webhooks.getDelivery',
  redeliver: 'webhooks.redeliver',
  replayEvents: 'webhooks.replay',
  getReplay: 'webhooks.getReplay',
  getEvent: 'webhooks.getEvent',

  getMerchant: 'merchant.get',
  getPolicies: 'merchant.getPolicies',
  replacePolicies: 'merchant.replacePolicies',
  getMessageSettings: 'merchant.getMessageSettings',
  replaceMessageSettings: 'merchant.replaceMessageSettings',
  getSettlementSettings: 'merchant.getSettlementSettings',
  replaceSettlementSettings: 'merchant.replaceSettlementSettings',

  listBanks: 'banks.list',
  listErrors: 'reference.listErrors',

  sendInwardCredit: 'sandbox.sendCredit',
  advanceCheckoutClock: 'sandbox.advanceClock',
  runSettlement: 'sandbox.runSettlement',
};
