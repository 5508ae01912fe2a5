import type { MessageChannel } from '../../domain/message-kinds.js';

/** A file that comes with an e-mail. */
export interface Attachment {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
  /** Shown in the HTML as `cid:` with this id; undefined: to be saved. */
  readonly contentId?: string;
}

/** A message as it is handed to a sender. The message is kept nowhere. */
export interface OutgoingMessage {
  /** The id is the same at each attempt: the `Message-ID` of an e-mail is made from it. */
  readonly messageId: string;
  /** An e-mail address, or a phone number such as +2348012345678. */
  readonly to: string;
  /** The name that the message comes from; null: the installation's own. */
  readonly senderName: string | null;
  readonly replyTo: string | null;
  /** Empty in an SMS. */
  readonly subject: string;
  readonly text: string;
  /** Null in an SMS. */
  readonly html: string | null;
  /** BCP 47. */
  readonly language: string;
  readonly attachments: readonly Attachment[];
}

/** The cause of a refusal: the ADDRESS, the MESSAGE itself, or us, whatever we send (SENDER). */
export type RefusalCause = 'ADDRESS' | 'MESSAGE' | 'SENDER';

export type SendResult =
  /** The other side has the message. `reference`: the message's name in its reports; null: it makes no reports. */
  | { readonly outcome: 'ACCEPTED'; readonly reference: string | null }
  /** The other side does not have the message. */
  | {
      readonly outcome: 'REFUSED';
      /** Short, from a closed list of the sender's: it is a metric's label, and never holds an address. */
      readonly code: string;
      readonly cause: RefusalCause;
      /** NEVER: another attempt would be refused alike. */
      readonly again: 'LATER' | 'NEVER';
      /** The wait that the other side asks for. */
      readonly waitMs?: number;
    }
  /** The other side may have the message. The message is sent again under the same id. */
  | { readonly outcome: 'UNKNOWN'; readonly code: string };

/** The outcome of a message after it was accepted. COMPLAINED: its reader wants no more of them. */
export type ReportOutcome = 'DELIVERED' | 'REFUSED' | 'BOUNCED' | 'COMPLAINED';

export interface DeliveryReport {
  readonly reference: string;
  /** Null: the report says nothing that is final. */
  readonly outcome: ReportOutcome | null;
}

/** Sends messages in one way. Each folder of src/notify/senders has one. */
export interface MessageSender {
  readonly name: string;
  readonly channel: MessageChannel;
  /** How many messages may be under way at once. */
  readonly concurrent: number;
  /** Makes one attempt. The attempt ends by itself, and never throws. */
  send(message: OutgoingMessage): Promise<SendResult>;
  close(): Promise<void>;
}

/** Reads a delivery report. Undefined: the signature is not the sender's, or the body is no report. */
export type ReportReader = (
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: Buffer,
) => DeliveryReport | undefined;
