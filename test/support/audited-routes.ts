/** Changes that are in the audit, by the route that makes them. */
export const auditedAs: Readonly<Record<string, readonly string[]>> = {
  'POST /api/v1/keys/{clientId}/rotate': ['key.rotate'],
  'POST /api/v1/keys/{clientId}/revoke': ['key.revoke'],
  'PUT /api/v1/merchant/checkout-page': ['merchant.page'],
  'PUT /api/v1/merchant/checkout-page/logo': ['merchant.logo'],
  'DELETE /api/v1/merchant/checkout-page/logo': ['merchant.logo'],
  'PUT /api/v1/merchant/policies': ['merchant.policies'],
  'PUT /api/v1/merchant/settlement-settings': ['merchant.settlement-settings'],
  'POST /api/v1/refunds/{refundReference}/destination': ['refund.destination'],
  'POST /api/v1/disputes/{disputeId}/accept': ['dispute.accept'],
  'POST /api/v1/disputes/{disputeId}/evidence': ['dispute.contest'],
  'POST /api/v1/settlement/accounts': ['settlement-account.registered'],
  'POST /api/v1/settlement/accounts/{settlementAccountId}/default': [
    'settlement-account.made-default',
  ],
  'DELETE /api/v1/settlement/accounts/{settlementAccountId}': ['settlement-account.removed'],
  'POST /api/v1/virtual-account/static': ['static-account.create'],
  'POST /api/v1/virtual-account/{accountNumber}/suspend': ['static-account.suspend'],
  'POST /api/v1/virtual-account/{accountNumber}/reinstate': ['static-account.reinstate'],
  'POST /api/v1/virtual-account/{accountNumber}/close': ['static-account.close'],
  'POST /api/v1/webhooks/notification-url': ['webhook.set'],
  'POST /api/v1/webhooks/rotate-secret': ['webhook.rotate'],
};
/** Routes that write, but neither a setting nor where money goes. */
export const notAudited: Readonly<Record<string, string>> = {
  'POST /api/v1/checkout/initiate': 'an order',
  'POST /api/v1/checkout/create-account': 'an order',
  'POST /api/v1/checkout/complete-checkout': 'an order',
  'POST /api/v1/checkout/{paymentReference}/cancel': 'an order',
  'POST /api/v1/sandbox/inward-credit': 'the sandbox’s payer',
  'POST /api/v1/sandbox/checkouts/{paymentReference}/clock': 'the sandbox’s clock',
  'POST /api/v1/payment-links': 'an offer, which keeps its own times',
  'POST /api/v1/payment-links/{paymentLinkId}/deactivate': 'an offer, which keeps its own times',
  'POST /api/v1/transactions/{reference}/refund':
    'back to the payer’s account, unless it names another, which asks for a scope of its own and a name check, and is audited as refund.destination',
  'POST /api/v1/settlement/merchant-settlement': 'to the account that the merchant has already',
  'POST /api/v1/sandbox/settlement-run': 'to the account that the merchant has already',
  'POST /api/v1/virtual-account/dynamic': 'an order',
  'PATCH /api/v1/virtual-account/{accountNumber}': 'an order',
  'POST /api/v1/webhooks/test': 'sends again where it was set to',
  'POST /api/v1/webhooks/deliveries/{deliveryId}/redeliver': 'sends again where it was set to',
  'POST /api/v1/webhooks/replay': 'sends again where it was set to',
};
