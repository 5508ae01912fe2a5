// Made from openapi.json by scripts/generate-docs.ts ("npm run fix"). Do not edit.

/** Where each operation is, by its operationId. */
export const routes = {
  authenticate: { method: 'POST', path: '/api/v1/merchant/authenticate', needsToken: false, takesKey: false },
  listBanks: { method: 'GET', path: '/api/v1/banks', needsToken: true, takesKey: false },
  initiateCheckout: { method: 'POST', path: '/api/v1/checkout/initiate', needsToken: true, takesKey: true },
  createCheckoutAccount: { method: 'POST', path: '/api/v1/checkout/create-account', needsToken: true, takesKey: true },
  queryCheckout: { method: 'GET', path: '/api/v1/checkout/query/{paymentReference}', needsToken: true, takesKey: false },
  completeCheckout: { method: 'POST', path: '/api/v1/checkout/complete-checkout', needsToken: true, takesKey: true },
  cancelCheckout: { method: 'POST', path: '/api/v1/checkout/{paymentReference}/cancel', needsToken: true, takesKey: true },
  getCheckoutTimeline: { method: 'GET', path: '/api/v1/checkout/{paymentReference}/timeline', needsToken: true, takesKey: false },
  getPolicies: { method: 'GET', path: '/api/v1/merchant/policies', needsToken: true, takesKey: false },
  replacePolicies: { method: 'PUT', path: '/api/v1/merchant/policies', needsToken: true, takesKey: true },
  getSettlementSettings: { method: 'GET', path: '/api/v1/merchant/settlement-settings', needsToken: true, takesKey: false },
  replaceSettlementSettings: { method: 'PUT', path: '/api/v1/merchant/settlement-settings', needsToken: true, takesKey: true },
  requestRefund: { method: 'POST', path: '/api/v1/transactions/{reference}/refund', needsToken: true, takesKey: true },
  listRefunds: { method: 'GET', path: '/api/v1/transactions/{reference}/refunds', needsToken: true, takesKey: false },
  listAllRefunds: { method: 'GET', path: '/api/v1/refunds', needsToken: true, takesKey: false },
  getRefund: { method: 'GET', path: '/api/v1/refunds/{refundReference}', needsToken: true, takesKey: false },
  provideRefundAccount: { method: 'POST', path: '/api/v1/refunds/{refundReference}/destination', needsToken: true, takesKey: true },
  getSettlementCalendar: { method: 'GET', path: '/api/v1/settlement/calendar', needsToken: true, takesKey: false },
  listTransactions: { method: 'GET', path: '/api/v1/transactions', needsToken: true, takesKey: false },
  getTransaction: { method: 'GET', path: '/api/v1/transactions/{reference}', needsToken: true, takesKey: false },
  listCredits: { method: 'GET', path: '/api/v1/credits', needsToken: true, takesKey: false },
  getCredit: { method: 'GET', path: '/api/v1/credits/{creditId}', needsToken: true, takesKey: false },
  queryInwardTransfer: { method: 'GET', path: '/api/v1/inward/inward-transquery', needsToken: true, takesKey: false },
  listWalletTransactions: { method: 'GET', path: '/api/v1/inward/get-wallet-transactions', needsToken: true, takesKey: false },
  registerSettlementAccount: { method: 'POST', path: '/api/v1/settlement/accounts', needsToken: true, takesKey: true },
  listSettlementAccounts: { method: 'GET', path: '/api/v1/settlement/accounts', needsToken: true, takesKey: false },
  makeDefaultSettlementAccount: { method: 'POST', path: '/api/v1/settlement/accounts/{settlementAccountId}/default', needsToken: true, takesKey: true },
  removeSettlementAccount: { method: 'DELETE', path: '/api/v1/settlement/accounts/{settlementAccountId}', needsToken: true, takesKey: true },
  requestSettlement: { method: 'POST', path: '/api/v1/settlement/merchant-settlement', needsToken: true, takesKey: true },
  getSettlementStatus: { method: 'GET', path: '/api/v1/settlement/get-settlement-status/{settlementReference}', needsToken: true, takesKey: false },
  getSettlementHistory: { method: 'GET', path: '/api/v1/settlement/get-settlement-history', needsToken: true, takesKey: false },
  getSettlementTransactions: { method: 'GET', path: '/api/v1/settlement/{settlementReference}/transactions', needsToken: true, takesKey: false },
  getPeriodStatement: { method: 'GET', path: '/api/v1/settlement/statement', needsToken: true, takesKey: false },
  getSettlementStatement: { method: 'GET', path: '/api/v1/settlement/{settlementReference}/statement', needsToken: true, takesKey: false },
  runSettlement: { method: 'POST', path: '/api/v1/sandbox/settlement-run', needsToken: true, takesKey: true },
  createStaticAccount: { method: 'POST', path: '/api/v1/virtual-account/static', needsToken: true, takesKey: true },
  listStaticAccounts: { method: 'GET', path: '/api/v1/virtual-account/static', needsToken: true, takesKey: false },
  suspendStaticAccount: { method: 'POST', path: '/api/v1/virtual-account/{accountNumber}/suspend', needsToken: true, takesKey: true },
  reinstateStaticAccount: { method: 'POST', path: '/api/v1/virtual-account/{accountNumber}/reinstate', needsToken: true, takesKey: true },
  createDynamicAccount: { method: 'POST', path: '/api/v1/virtual-account/dynamic', needsToken: true, takesKey: true },
  listDynamicAccounts: { method: 'GET', path: '/api/v1/virtual-account/get-dynamic-virtual-accounts', needsToken: true, takesKey: false },
  changeDynamicAccount: { method: 'PATCH', path: '/api/v1/virtual-account/{accountNumber}', needsToken: true, takesKey: true },
  getVirtualAccount: { method: 'GET', path: '/api/v1/virtual-account/{accountNumber}', needsToken: true, takesKey: false },
  listPrefixes: { method: 'GET', path: '/api/v1/virtual-account/get-prefixes', needsToken: true, takesKey: false },
  validateAccount: { method: 'POST', path: '/api/v1/virtual-account/validate-virtual-account', needsToken: true, takesKey: true },
  closeVirtualAccount: { method: 'POST', path: '/api/v1/virtual-account/{accountNumber}/close', needsToken: true, takesKey: true },
  getWalletBalance: { method: 'GET', path: '/api/v1/wallet/balance', needsToken: true, takesKey: false },
  getVirtualAccountWalletBalance: { method: 'GET', path: '/api/v1/virtual-account/get-wallet-balance', needsToken: true, takesKey: false },
  receiveInwardCredit: { method: 'POST', path: '/api/v1/providers/{provider}/inward-credit', needsToken: false, takesKey: false },
  answerNameEnquiry: { method: 'POST', path: '/api/v1/providers/{provider}/name-enquiry', needsToken: false, takesKey: false },
  receiveRecall: { method: 'POST', path: '/api/v1/providers/{provider}/recall', needsToken: false, takesKey: false },
  receiveCardEvent: { method: 'POST', path: '/api/v1/providers/{provider}/card-event', needsToken: false, takesKey: false },
  setNotificationUrl: { method: 'POST', path: '/api/v1/webhooks/notification-url', needsToken: true, takesKey: true },
  getNotificationUrl: { method: 'GET', path: '/api/v1/webhooks/notification-url', needsToken: true, takesKey: false },
  testNotificationUrl: { method: 'POST', path: '/api/v1/webhooks/test', needsToken: true, takesKey: true },
  rotateWebhookSecret: { method: 'POST', path: '/api/v1/webhooks/rotate-secret', needsToken: true, takesKey: true },
  getRetryPolicy: { method: 'GET', path: '/api/v1/webhooks/retry-policy', needsToken: true, takesKey: false },
  listDeliveries: { method: 'GET', path: '/api/v1/webhooks/deliveries', needsToken: true, takesKey: false },
  getDelivery: { method: 'GET', path: '/api/v1/webhooks/deliveries/{deliveryId}', needsToken: true, takesKey: false },
  redeliver: { method: 'POST', path: '/api/v1/webhooks/deliveries/{deliveryId}/redeliver', needsToken: true, takesKey: true },
  replayEvents: { method: 'POST', path: '/api/v1/webhooks/replay', needsToken: true, takesKey: true },
  getReplay: { method: 'GET', path: '/api/v1/webhooks/replay/{replayId}', needsToken: true, takesKey: false },
  getEvent: { method: 'GET', path: '/api/v1/webhooks/events/{eventId}', needsToken: true, takesKey: false },
  live: { method: 'GET', path: '/health/live', needsToken: false, takesKey: false },
  ready: { method: 'GET', path: '/health/ready', needsToken: false, takesKey: false },
  listErrors: { method: 'GET', path: '/api/v1/errors', needsToken: false, takesKey: false },
  sendInwardCredit: { method: 'POST', path: '/api/v1/sandbox/inward-credit', needsToken: true, takesKey: true },
  advanceCheckoutClock: { method: 'POST', path: '/api/v1/sandbox/checkouts/{paymentReference}/clock', needsToken: true, takesKey: true },
} as const;

/** Why a request failed; docs/errors.md says what to do about each. */
export type Reason =
  | 'ACCOUNT_NAME_MISMATCH'
  | 'ACCOUNT_NOT_FOR_CHECKOUT'
  | 'ACCOUNT_NOT_FOUND'
  | 'ACCOUNT_POOL_EXHAUSTED'
  | 'ACTION_REQUIRED'
  | 'AMOUNT_EXCEEDS_REFUNDABLE'
  | 'AMOUNT_MISMATCH'
  | 'AMOUNT_NOT_INTEGER'
  | 'AMOUNT_OUT_OF_RANGE'
  | 'AMOUNT_UNDERPAID'
  | 'AMOUNT_UNIT_SUSPECTED'
  | 'ATTEMPT_IN_PROGRESS'
  | 'CARD_EXPIRED'
  | 'CARD_PIN_OR_OTP_INVALID'
  | 'CARD_TOKEN_INVALID'
  | 'CHANNEL_NOT_ENABLED'
  | 'CHECKOUT_ALREADY_PAID'
  | 'CHECKOUT_CANCELLED'
  | 'CHECKOUT_EXPIRED'
  | 'CHECKOUT_FAILED'
  | 'CHECKOUT_NOT_OPEN'
  | 'DESTINATION_INVALID'
  | 'DUPLICATE_REFERENCE'
  | 'HEADERS_TOO_LARGE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'INSUFFICIENT_AVAILABLE_BALANCE'
  | 'INSUFFICIENT_FUNDS'
  | 'INTERNAL_ERROR'
  | 'INVALID_ACCESS_CODE'
  | 'INVALID_CHANNEL'
  | 'INVALID_CREDENTIALS'
  | 'LIMIT_EXCEEDED'
  | 'MAINTENANCE'
  | 'MALFORMED_JSON'
  | 'MERCHANT_INACTIVE'
  | 'NOTHING_TO_CANCEL'
  | 'NOT_ACCEPTABLE'
  | 'NOT_REFUNDABLE'
  | 'NO_PAYMENT_ATTEMPT'
  | 'OPERATION_NOT_PERMITTED'
  | 'OUTCOME_UNKNOWN'
  | 'PAN_NOT_ACCEPTED'
  | 'PAYLOAD_TOO_LARGE'
  | 'PAYMENT_DECLINED'
  | 'PAYMENT_PENDING'
  | 'PREFIX_NOT_ASSIGNED'
  | 'PROVIDER_BAD_RESPONSE'
  | 'PROVIDER_TIMEOUT'
  | 'PROVIDER_UNAVAILABLE'
  | 'RATE_LIMITED'
  | 'REFUND_NEEDS_NO_ACCOUNT'
  | 'REFUND_PENDING'
  | 'REPLAY_IN_PROGRESS'
  | 'REPLAY_PENDING'
  | 'REQUEST_IN_FLIGHT'
  | 'REQUEST_TIMEOUT'
  | 'RESOURCE_NOT_FOUND'
  | 'SCOPE_MISSING'
  | 'SETTLEMENT_IN_PROGRESS'
  | 'SETTLEMENT_PENDING'
  | 'SIGNATURE_INVALID'
  | 'SUSPECTED_FRAUD'
  | 'TOKEN_EXPIRED'
  | 'TOKEN_INVALID'
  | 'TOKEN_MISSING'
  | 'TRANSFER_NOT_SEEN'
  | 'UNKNOWN_BANK_CODE'
  | 'UNKNOWN_FIELD'
  | 'UNKNOWN_PREFIX'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'VALIDATION_FAILED'
  | 'VIRTUAL_ACCOUNT_ACTIVE'
  | 'VIRTUAL_ACCOUNT_EXPIRED'
  | 'VIRTUAL_ACCOUNT_INACTIVE'
  | 'WEBHOOK_ENDPOINT_INACTIVE'
  | 'WEBHOOK_URL_INVALID'
  | 'WEBHOOK_URL_NOT_PUBLIC';
