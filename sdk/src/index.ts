import type * as Schemas from './generated/schema.js';

export { Manilla } from './manilla.js';
export type { ManillaOptions } from './client.js';
export type { CallOptions, Conditional, Waiting, WriteOptions } from './call.js';
export {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  ManillaError,
  NotFoundError,
  PaymentDeclinedError,
  PermissionError,
  RateLimitError,
  TimeoutError,
  UnavailableError,
  type FieldFault,
} from './errors.js';
export type {
  Changed,
  CsvFile,
  Decided,
  LastResponse,
  NotModified,
  BinaryFile,
  PdfFile,
  Pending,
  Result,
} from './result.js';
export type { List } from './list.js';
export { openStatuses, type Checkouts, type WaitForPaymentOptions } from './checkouts.js';
export { ReturnError, verifyReturn, type ReceivedReturn, type VerifiedReturn } from './return.js';
export {
  signTestWebhook,
  verifyNotificationSignature,
  verifyWebhook,
  WebhookError,
  type ReceivedWebhook,
  type SignedWebhook,
  type TestWebhook,
} from './webhook.js';
export type { CheckoutException, CheckoutStatus, Reason, WebhookEvent } from './types.js';
/** Every request, reply and event by its name in the contract, such as `Schemas.CheckoutView`. */
export type { Schemas };
