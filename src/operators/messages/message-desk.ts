import type { Actor } from '../../domain/actor.js';
import { masked, maskedEmail } from '../../domain/masking.js';
import { ApiError } from '../../http/api-error.js';
import { Cursors, type Page, pageOf, sliceOf } from '../../http/paging.js';
import { periodOf } from '../../http/query-fields.js';
import { openCopy } from '../../notify/messages/outbox.js';
import type { OutgoingMessage } from '../../notify/senders/sender.port.js';
import type { SecretSeal } from '../../platform/keys/secret-seal.js';
import type {
  MessageFilter,
  PgMessageDesk,
  SentMessage,
  ShownMessage,
} from './message-desk.store.js';
import type { ListedMessageView, ListMessagesQuery, MessageView } from './messages.dto.js';

const cursors = new Cursors('messages', [/^msg_[0-9A-HJKMNP-TV-Z]{26}$/]);

/** Shows the messages to people, and sends a message again. */
export class MessageDesk {
  constructor(
    private readonly store: PgMessageDesk,
    private readonly seal: SecretSeal,
  ) {}

  list(
    { about, status }: Pick<MessageFilter, 'about' | 'status'>,
    after: string | null,
    limit: number,
  ): Promise<SentMessage[]> {
    const slice = { after: after === null ? null : [after], limit, offset: 0 };
    return this.store.list({ about, status, since: null, before: null }, slice);
  }

  /** The newest first. @throws ApiError VALIDATION_FAILED for a cursor of another list */
  async page(query: ListMessagesQuery): Promise<Page<ListedMessageView>> {
    const filter = { about: query.about || null, status: query.status ?? null, ...periodOf(query) };
    const found = await this.store.list(filter, sliceOf(query, cursors));
    const listed = found.map((item) => ({ item, position: [item.messageId] }));
    return pageOf(query, cursors, listed, listedView);
  }

  /** @throws ApiError RESOURCE_NOT_FOUND */
  async view(messageId: string, seesAddress: boolean): Promise<MessageView> {
    const message = await this.find(messageId);
    const { address, addressRefused, addressRefusedAt, isKept } = message;
    return {
      ...listedView(message),
      address: address === null || seesAddress ? address : maskedAddress(address),
      addressRefused,
      addressRefusedAt: addressRefusedAt?.toISOString() ?? null,
      isKept,
    };
  }

  /** @throws ApiError RESOURCE_NOT_FOUND, OPERATION_NOT_PERMITTED when the address is not marked */
  async lift(messageId: string, by: Actor): Promise<void> {
    const outcome = await this.store.lift(messageId, by);
    if (outcome === 'RESOURCE_NOT_FOUND') throw new ApiError('RESOURCE_NOT_FOUND');
    if (outcome === 'NOT_REFUSED') {
      throw new ApiError('OPERATION_NOT_PERMITTED', {
        message: 'The address of this message gets messages already.',
      });
    }
  }

  /** @throws ApiError RESOURCE_NOT_FOUND */
  async find(messageId: string): Promise<ShownMessage> {
    const found = await this.store.find(messageId);
    if (found === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    return found;
  }

  /** Returns the message as it would have been sent. @throws ApiError RESOURCE_NOT_FOUND when no copy is stored */
  async copy(messageId: string): Promise<OutgoingMessage> {
    const sealed = await this.store.copy(messageId);
    if (sealed === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    return openCopy(this.seal, messageId, sealed);
  }

  /**
   * Returns the id of the new message. @throws ApiError RESOURCE_NOT_FOUND, OPERATION_NOT_PERMITTED while the message
   * is under way
   */
  async sendAgain(messageId: string, by: Actor): Promise<string> {
    const answer = await this.store.sendAgain(messageId, by);
    if (answer.outcome === 'QUEUED') return answer.messageId;
    if (answer.outcome === 'RESOURCE_NOT_FOUND') throw new ApiError('RESOURCE_NOT_FOUND');
    throw new ApiError('OPERATION_NOT_PERMITTED', {
      message: 'This message is being sent. Wait until it has arrived or was refused.',
    });
  }
}

function listedView(message: SentMessage): ListedMessageView {
  const { messageId, kind, cause, recipient, channel, merchantId, merchantName } = message;
  const { paymentReference, status, reason, attempts, dueAt, sender, createdAt, endedAt } = message;
  return {
    ...{ messageId, kind, cause, recipient, channel, merchantId, merchantName, paymentReference },
    ...{ status, reason, attempts, sender },
    dueAt: status === 'PENDING' ? dueAt.toISOString() : null,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}

/** Masks an address for readers who need not know it. */
export function maskedAddress(address: string): string {
  return address.includes('@') ? maskedEmail(address) : masked(address);
}
