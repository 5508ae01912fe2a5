import type {
  MessageChannel,
  MessageKind,
  MessageRecipient,
  MessageStatus,
} from '../../domain/message-kinds.js';
import type { MessageChoices } from './message-choices.js';

/** A message that is to be sent now, with where it goes. The message stays in memory: nothing of it is logged. */
export interface ClaimedMessage {
  readonly messageId: string;
  readonly kind: MessageKind;
  /** The id of the thing that the message is about. */
  readonly cause: string;
  readonly recipient: MessageRecipient;
  readonly channel: MessageChannel;
  /** Null: the message is about the whole installation. */
  readonly merchantId: string | null;
  readonly checkoutId: string | null;
  /** 1 for the first. */
  readonly attempt: number;
  readonly address: string;
  readonly choices: MessageChoices;
}

export interface RecordedAttempt {
  readonly messageId: string;
  readonly attempt: number;
  readonly status: MessageStatus;
  readonly reason: string | null;
  readonly sender: string | null;
  readonly reference: string | null;
  /** For PENDING: milliseconds until the next attempt. */
  readonly dueInMs: number | null;
  /** The address takes no messages from now on. */
  readonly isAddress: boolean;
}

export interface MessageClaim {
  readonly limit: number;
  readonly channels: readonly MessageChannel[];
  readonly leaseMs: number;
  /** How many messages of each merchant are being sent: merchants with fewer come first. */
  readonly underWay?: Readonly<Record<string, number>>;
  /** The time until which SMS wait; null: they may go now. */
  readonly quietUntil: Date | null;
  /** How long receipts must have been due before they are taken. */
  readonly receiptsWaitMs?: number;
}
