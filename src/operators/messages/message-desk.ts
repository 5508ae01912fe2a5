import type { Actor } from '../../domain/actor.js';
import { ApiError } from '../../http/api-error.js';
import { openCopy } from '../../notify/messages/outbox.js';
import type { OutgoingMessage } from '../../notify/senders/sender.port.js';
import type { SecretSeal } from '../../platform/keys/secret-seal.js';
import type { MessageFilter, PgMessageDesk, SentMessage } from './message-desk.store.js';

/** What people were told: shown, and sent once more. */
export class MessageDesk {
  constructor(
    private readonly store: PgMessageDesk,
    private readonly seal: SecretSeal,
  ) {}

  list(filter: MessageFilter, after: string | null, limit: number): Promise<SentMessage[]> {
    return this.store.list(filter, after, limit);
  }

  /** @throws ApiError RESOURCE_NOT_FOUND */
  async find(messageId: string): Promise<SentMessage> {
    const found = await this.store.find(messageId);
    if (found === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    return found;
  }

  /** As it would have been sent. @throws ApiError RESOURCE_NOT_FOUND when nothing of it is kept */
  async copy(messageId: string): Promise<OutgoingMessage> {
    const sealed = await this.store.copy(messageId);
    if (sealed === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    return openCopy(this.seal, messageId, sealed);
  }

  /** Answers the id of the new message. @throws ApiError RESOURCE_NOT_FOUND, OPERATION_NOT_PERMITTED while it is under way */
  async sendAgain(messageId: string, by: Actor): Promise<string> {
    const answer = await this.store.sendAgain(messageId, by);
    if (answer.outcome === 'QUEUED') return answer.messageId;
    if (answer.outcome === 'RESOURCE_NOT_FOUND') throw new ApiError('RESOURCE_NOT_FOUND');
    throw new ApiError('OPERATION_NOT_PERMITTED', {
      message: 'This message is being sent. Wait until it has arrived or was refused.',
    });
  }
}
