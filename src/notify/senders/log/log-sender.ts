import type { MessageChannel } from '../../../domain/message-kinds.js';
import type { MessageSender, OutgoingMessage, SendResult } from '../sender.port.js';

export interface OutboxKeeper {
  keep(message: OutgoingMessage): Promise<void>;
}

/** Sends nothing. It keeps each message for the page of the sandbox's outbox. */
export class LogSender implements MessageSender {
  readonly name = 'log';
  readonly concurrent = 10;

  constructor(
    readonly channel: MessageChannel,
    private readonly outbox: OutboxKeeper,
  ) {}

  async send(message: OutgoingMessage): Promise<SendResult> {
    try {
      await this.outbox.keep(message);
      return { outcome: 'ACCEPTED', reference: null };
    } catch {
      return { outcome: 'REFUSED', code: 'NOT_KEPT', cause: 'SENDER', again: 'LATER' };
    }
  }

  async close(): Promise<void> {}
}
