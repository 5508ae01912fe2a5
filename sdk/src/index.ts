export { createManilla, type Manilla, type ManillaOptions } from './manilla.ts';
export { ManillaError, type FieldFault } from './manilla-error.ts';
export {
  verifyNotificationSignature,
  verifyWebhook,
  WebhookError,
  type ReceivedWebhook,
} from './webhook.ts';
export { openStatuses, type EndedCheckout, type WaitOptions } from './wait-for-payment.ts';
export type {
  CallOptions,
  Input,
  Item,
  ListId,
  OperationId,
  Reason,
  Reply,
  Schemas,
  WebhookEvent,
} from './operations.ts';
