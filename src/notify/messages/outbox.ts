import type { SecretSeal } from '../../platform/keys/secret-seal.js';
import type { OutboxKeeper } from '../senders/log/log-sender.js';
import type { OutgoingMessage } from '../senders/sender.port.js';

interface KeptAttachment {
  readonly name: string;
  readonly type: string;
  readonly base64: string;
  readonly contentId?: string;
}

interface KeptText extends Omit<OutgoingMessage, 'attachments'> {
  readonly attachments: readonly KeptAttachment[];
}

/** Keeps messages as they would have been sent: sealed, so that each opens only with its id. */
export class SealedOutbox implements OutboxKeeper {
  constructor(
    private readonly store: { keepCopy(messageId: string, sealed: Buffer): Promise<void> },
    private readonly seal: SecretSeal,
  ) {}

  async keep(message: OutgoingMessage): Promise<void> {
    const kept: KeptText = {
      ...message,
      attachments: message.attachments.map(({ content, ...attachment }) => ({
        ...attachment,
        base64: content.toString('base64'),
      })),
    };
    const sealed = this.seal.seal(JSON.stringify(kept), message.messageId);
    await this.store.keepCopy(message.messageId, sealed);
  }
}

/** @throws Error when it was sealed for another message, or with a key that is not configured here */
export function openCopy(seal: SecretSeal, messageId: string, sealed: Buffer): OutgoingMessage {
  const { attachments, ...message } = JSON.parse(seal.open(sealed, messageId)) as KeptText;
  return {
    ...message,
    attachments: attachments.map(({ base64, ...attachment }) => ({
      ...attachment,
      content: Buffer.from(base64, 'base64'),
    })),
  };
}
