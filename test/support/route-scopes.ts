import type { Scope } from '../../src/http/access/scopes.js';

/**
 * What each operation asks of who calls it: a scope of the token, the signature of a bank (`signed`), or nothing (`open`).
 * Written by hand: the document is made from the same decorators as the guard, so it cannot tell that one of them is wrong.
 */
export const routeScopes: Readonly<Record<string, Scope | 'open' | 'signed'>> = {
  'GET /health/live': 'open',
  'GET /health/ready': 'open',
  'GET /api/v1/errors': 'open',
  'POST /api/v1/merchant/authenticate': 'open',

  'POST /api/v1/providers/{provider}/inward-credit': 'signed',
  'POST /api/v1/providers/{provider}/name-enquiry': 'signed',
  'POST /api/v1/providers/{provider}/recall': 'signed',
  'POST /api/v1/providers/{provider}/card-event': 'signed',

  'GET /api/v1/banks': 'banks:read',

  'GET /api/v1/keys': 'keys:read',
  'GET /api/v1/requests': 'keys:read',
  'POST /api/v1/keys': 'keys:write',
  'POST /api/v1/keys/{clientId}/rotate': 'keys:claim',
  'POST /api/v1/keys/{clientId}/revoke': 'keys:write',

  'GET /api/v1/checkout/query/{paymentReference}': 'checkout:read',
  'GET /api/v1/checkouts': 'checkout:read',
  'GET /api/v1/search': 'checkout:read',
  'GET /api/v1/summaries': 'wallet:read',
  'GET /api/v1/checkout/{paymentReference}/timeline': 'checkout:read',
  'GET /api/v1/merchant/policies': 'checkout:read',
  'GET /api/v1/merchant/messages': 'checkout:read',

  'GET /api/v1/merchant/checkout-page': 'checkout:read',

  'PUT /api/v1/merchant/checkout-page': 'checkout-page:write',
  'PUT /api/v1/merchant/checkout-page/logo': 'checkout-page:write',
  'DELETE /api/v1/merchant/checkout-page/logo': 'checkout-page:write',

  'POST /api/v1/checkout/initiate': 'checkout:write',
  'POST /api/v1/checkout/create-account': 'checkout:write',
  'POST /api/v1/checkout/complete-checkout': 'checkout:write',
  'PATCH /api/v1/checkout/{paymentReference}': 'checkout:write',
  'POST /api/v1/checkout/{paymentReference}/cancel': 'checkout:write',
  'POST /api/v1/sandbox/inward-credit': 'checkout:write',
  'POST /api/v1/sandbox/checkouts/{paymentReference}/clock': 'checkout:write',

  'GET /api/v1/disputes': 'disputes:read',
  'GET /api/v1/disputes/{disputeId}': 'disputes:read',

  'POST /api/v1/disputes/{disputeId}/accept': 'disputes:write',
  'POST /api/v1/disputes/{disputeId}/evidence': 'disputes:write',
  'POST /api/v1/disputes/{disputeId}/files': 'disputes:write',
  'GET /api/v1/disputes/{disputeId}/files': 'disputes:read',
  'GET /api/v1/disputes/{disputeId}/files/{fileId}': 'disputes:read',

  'GET /api/v1/merchant': 'merchant:read',

  'GET /api/v1/payment-links': 'payment-links:read',
  'GET /api/v1/payment-links/{paymentLinkId}': 'payment-links:read',

  'POST /api/v1/payment-links': 'payment-links:write',
  'POST /api/v1/payment-links/{paymentLinkId}/deactivate': 'payment-links:write',
  'PUT /api/v1/payment-links/{paymentLinkId}': 'payment-links:write',
  'PUT /api/v1/payment-links/{paymentLinkId}/picture': 'payment-links:write',
  'DELETE /api/v1/payment-links/{paymentLinkId}/picture': 'payment-links:write',

  'PUT /api/v1/merchant/policies': 'policies:write',
  'PUT /api/v1/merchant/messages': 'policies:write',

  'GET /api/v1/refunds': 'refunds:read',
  'GET /api/v1/refunds/{refundReference}': 'refunds:read',
  'GET /api/v1/transactions/{reference}/refunds': 'refunds:read',

  'POST /api/v1/transactions/{reference}/refund': 'refunds:write',
  'POST /api/v1/refunds/{refundReference}/destination': 'refunds:destination',

  'GET /api/v1/merchant/settlement-settings': 'settlements:read',
  'GET /api/v1/settlement/accounts': 'settlements:read',
  'GET /api/v1/settlement/calendar': 'settlements:read',
  'GET /api/v1/settlement/get-settlement-history': 'settlements:read',
  'GET /api/v1/settlement/get-settlement-status/{settlementReference}': 'settlements:read',
  'GET /api/v1/settlement/statement': 'settlements:read',
  'GET /api/v1/settlement/{settlementReference}/statement': 'settlements:read',
  'GET /api/v1/settlement/{settlementReference}/transactions': 'settlements:read',

  'PUT /api/v1/merchant/settlement-settings': 'settlements:write',
  'POST /api/v1/settlement/accounts': 'settlements:write',
  'POST /api/v1/settlement/accounts/{settlementAccountId}/default': 'settlements:write',
  'DELETE /api/v1/settlement/accounts/{settlementAccountId}': 'settlements:write',
  'POST /api/v1/settlement/merchant-settlement': 'settlements:write',
  'POST /api/v1/sandbox/settlement-run': 'settlements:write',

  'GET /api/v1/credits': 'transactions:read',
  'GET /api/v1/credits/{transactionReference}': 'transactions:read',
  'GET /api/v1/inward/get-wallet-transactions': 'transactions:read',
  'GET /api/v1/inward/inward-transquery': 'transactions:read',
  'GET /api/v1/transactions': 'transactions:read',
  'GET /api/v1/transactions/{reference}': 'transactions:read',

  'GET /api/v1/virtual-account/get-dynamic-virtual-accounts': 'virtual-accounts:read',
  'GET /api/v1/virtual-account/get-prefixes': 'virtual-accounts:read',
  'GET /api/v1/virtual-account/static': 'virtual-accounts:read',
  'GET /api/v1/virtual-account/{accountNumber}': 'virtual-accounts:read',
  'POST /api/v1/virtual-account/validate-virtual-account': 'virtual-accounts:read',

  'POST /api/v1/virtual-account/dynamic': 'virtual-accounts:write',
  'POST /api/v1/virtual-account/static': 'virtual-accounts:write',
  'PATCH /api/v1/virtual-account/{accountNumber}': 'virtual-accounts:write',
  'POST /api/v1/virtual-account/{accountNumber}/close': 'virtual-accounts:write',
  'POST /api/v1/virtual-account/{accountNumber}/reinstate': 'virtual-accounts:write',
  'POST /api/v1/virtual-account/{accountNumber}/suspend': 'virtual-accounts:write',

  'GET /api/v1/virtual-account/get-wallet-balance': 'wallet:read',
  'GET /api/v1/wallet/balance': 'wallet:read',

  'GET /api/v1/webhooks/deliveries': 'webhooks:read',
  'GET /api/v1/webhooks/deliveries/{deliveryId}': 'webhooks:read',
  'GET /api/v1/webhooks/endpoints': 'webhooks:read',
  'GET /api/v1/webhooks/events/{eventId}': 'webhooks:read',
  'GET /api/v1/webhooks/notification-url': 'webhooks:read',
  'GET /api/v1/webhooks/replay/{replayId}': 'webhooks:read',
  'GET /api/v1/webhooks/retry-policy': 'webhooks:read',

  'POST /api/v1/webhooks/deliveries/{deliveryId}/redeliver': 'webhooks:write',
  'POST /api/v1/webhooks/endpoints': 'webhooks:write',
  'PUT /api/v1/webhooks/endpoints/{endpoint}': 'webhooks:write',
  'DELETE /api/v1/webhooks/endpoints/{endpoint}': 'webhooks:write',
  'POST /api/v1/webhooks/endpoints/{endpoint}/deliver-waiting': 'webhooks:write',
  'POST /api/v1/webhooks/endpoints/{endpoint}/test': 'webhooks:write',
  'POST /api/v1/webhooks/endpoints/{endpoint}/rotate-secret': 'webhooks:write',
  'POST /api/v1/webhooks/notification-url': 'webhooks:write',
  'POST /api/v1/webhooks/replay': 'webhooks:write',
  'POST /api/v1/webhooks/rotate-secret': 'webhooks:write',
  'POST /api/v1/webhooks/test': 'webhooks:write',
};
