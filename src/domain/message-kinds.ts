/** What payers are told. The names are stored; they never change. */
export const payerMessageKinds = [
  /** The order is paid: its receipt. */
  'RECEIPT',
  /** Less than is due has arrived. */
  'TOO_LITTLE',
  /** More than is due has arrived. */
  'TOO_MUCH',
  /** Money that was sent after the time of the account, or for what has ended. */
  'LATE',
  /** A second payment of what is paid. */
  'TWICE',
  /** The merchant sends money back. */
  'REFUND_STARTED',
  'REFUND_DONE',
  /** The account that the money came from takes none. */
  'REFUND_NEEDS_ACCOUNT',
  /** A disputed card payment was given back. */
  'DISPUTE_REFUND',
] as const;
export type PayerMessageKind = (typeof payerMessageKinds)[number];

/** COPY: what a payer is told, for the merchant. The others are the merchant's contacts. */
export const messageRecipients = ['PAYER', 'COPY', 'BUSINESS', 'TECHNICAL', 'SETTLEMENT'] as const;
export type MessageRecipient = (typeof messageRecipients)[number];

export const messageChannels = ['EMAIL', 'SMS'] as const;
export type MessageChannel = (typeof messageChannels)[number];

export const messageStatuses = [
  'PENDING',
  'SENDING',
  /** The sender has it. Whether it arrives may be reported later. */
  'ACCEPTED',
  'DELIVERED',
  /** For good. */
  'REFUSED',
  'BOUNCED',
  /** All attempts have failed. */
  'GIVEN_UP',
  /** It was not to be sent: the reason says why. */
  'NOT_SENT',
] as const;
export type MessageStatus = (typeof messageStatuses)[number];

/** What a merchant may choose for a kind. */
export interface KindChoice {
  readonly email: boolean;
  readonly sms: boolean;
  /** The merchant gets a copy of the e-mail. */
  readonly copy: boolean;
}
