import type { CheckoutView, KnownReason, WebhookBodies } from './generated/schema.js';

/** Why a call failed. Reasons may be added: let a `switch` have a default. */
export type Reason =
  | KnownReason
  /** The engine did not reply. */
  | 'UNREACHABLE'
  /** The call's `timeoutMs` was over. */
  | 'DEADLINE_EXCEEDED'
  | (string & {});

/** The body of a webhook, by its `type`. */
export type WebhookEvent = {
  [Type in keyof WebhookBodies]: Omit<WebhookBodies[Type], 'type'> & { readonly type: Type };
}[keyof WebhookBodies];

export type CheckoutStatus = CheckoutView['status'];
export type CheckoutException = NonNullable<CheckoutView['exception']>;
