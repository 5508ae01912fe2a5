/** The kinds of messages to payers. The names are stored; they never change. */
export const payerMessageKinds = [
  /** The order is paid: its receipt. */
  'RECEIPT',
  /** Less than is due has arrived. */
  'TOO_LITTLE',
  /** More than is due has arrived. */
  'TOO_MUCH',
  /** Money was sent after the account's time, or for something that has ended. */
  'LATE',
  /** A second payment came for something that is paid. */
  'TWICE',
  /** The merchant sends money back. */
  'REFUND_STARTED',
  'REFUND_DONE',
  /** The account that the money came from takes no money. */
  'REFUND_NEEDS_ACCOUNT',
  /** A disputed card payment was given back. */
  'DISPUTE_REFUND',
] as const;
export type PayerMessageKind = (typeof payerMessageKinds)[number];

/** The kinds of messages to the contacts of a merchant. */
export const contactMessageKinds = [
  'DISPUTE_OPENED',
  /** Half of the time to answer a chargeback is over, then all but a day of it, then all but four hours. */
  'DISPUTE_DUE_HALF',
  'DISPUTE_DUE_DAY',
  'DISPUTE_DUE_HOURS',
  'WEBHOOK_FAILING',
  /** The endpoint is sent nothing any more. */
  'WEBHOOK_OFF',
  'WEBHOOK_BACK',
  'SETTLEMENT_PAID',
  /** Sent also when the money came back. */
  'SETTLEMENT_FAILED',
  'SETTLEMENT_ON_HOLD',
  /** The kinds from here on report what a thief would do. `is_security_message` in SQL names the same. */
  'ACCOUNT_CHANGED',
  /** The address of the endpoint, its events or its secret has changed. */
  'WEBHOOK_CHANGED',
  'KEY_CHANGED',
  'KEY_NEW_NETWORK',
  /** Scopes, limits of payouts or contacts have changed. */
  'RIGHTS_CHANGED',
  /** Changes of a merchant's people, of their roles, and of how they sign in. */
  'PEOPLE_CHANGED',
  /** The link by which a person signs up. */
  'INVITATION',
  /** The link by which a person who has forgotten the password sets another one. */
  'PASSWORD_LINK',
  /** A change waits for a second person. */
  'CONFIRMATION_ASKED',
  'KEY_ENDS_WEEK',
  'KEY_ENDS_DAY',
  /** The money that came in and went out on a day, or in a week. */
  'SUMMARY',
  /** Stands for many messages that were due at once. */
  'DIGEST',
] as const;
export type ContactMessageKind = (typeof contactMessageKinds)[number];

/**
 * The kinds that a merchant may switch off. A summary has a setting of its own, and the others report what a thief
 * would do.
 */
export const mutableMessageKinds = [
  ...['DISPUTE_OPENED', 'DISPUTE_DUE_HALF', 'DISPUTE_DUE_DAY', 'DISPUTE_DUE_HOURS'],
  ...['WEBHOOK_FAILING', 'WEBHOOK_OFF', 'WEBHOOK_BACK'],
  ...['SETTLEMENT_PAID', 'SETTLEMENT_FAILED', 'SETTLEMENT_ON_HOLD'],
  ...['KEY_ENDS_WEEK', 'KEY_ENDS_DAY'],
] as const satisfies readonly ContactMessageKind[];
export type MutableMessageKind = (typeof mutableMessageKinds)[number];

/** How often a merchant's business contact gets a summary of what came in and went out. */
export const summaryPeriods = ['DAILY', 'WEEKLY', 'NONE'] as const;
export type SummaryPeriod = (typeof summaryPeriods)[number];

/** The kinds of messages to the operators of an installation. */
export const operatorMessageKinds = ['ATTENTION'] as const;
export type OperatorMessageKind = (typeof operatorMessageKinds)[number];

export const messageKinds = [
  ...payerMessageKinds,
  ...contactMessageKinds,
  ...operatorMessageKinds,
] as const;
export type MessageKind = PayerMessageKind | ContactMessageKind | OperatorMessageKind;

export function isPayerMessage(kind: MessageKind): kind is PayerMessageKind {
  return (payerMessageKinds as readonly MessageKind[]).includes(kind);
}

/**
 * COPY: the merchant's copy of a message to a payer. BUSINESS, TECHNICAL, SETTLEMENT: the merchant's contacts. FORMER: an
 * address that was a contact's until not long ago. PERSON: one of the merchant's people.
 */
export const messageRecipients = [
  'PAYER',
  'COPY',
  'BUSINESS',
  'TECHNICAL',
  'SETTLEMENT',
  'FORMER',
  'OPERATOR',
  'PERSON',
] as const;
export type MessageRecipient = (typeof messageRecipients)[number];

export const messageChannels = ['EMAIL', 'SMS'] as const;
export type MessageChannel = (typeof messageChannels)[number];

export const messageStatuses = [
  'PENDING',
  'SENDING',
  /** The sender has it. Whether it arrives may be reported later. */
  'ACCEPTED',
  'DELIVERED',
  /** The message was refused for good. */
  'REFUSED',
  'BOUNCED',
  /** All attempts have failed. */
  'GIVEN_UP',
  /** The message was not to be sent: the reason says why. */
  'NOT_SENT',
] as const;
export type MessageStatus = (typeof messageStatuses)[number];

/** A merchant's setting for a kind. */
export interface KindChoice {
  readonly email: boolean;
  readonly sms: boolean;
  /** The merchant gets a copy of the e-mail. */
  readonly copy: boolean;
}
