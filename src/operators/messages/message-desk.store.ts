import type pg from 'pg';
import type { Actor } from '../../domain/actor.js';
import type {
  MessageChannel,
  MessageKind,
  MessageRecipient,
  MessageStatus,
} from '../../domain/message-kinds.js';
import { query, queryOne } from '../../platform/database/database.js';

/** A message as operators see it: to whom by role, and no address. */
export interface SentMessage {
  readonly messageId: string;
  readonly kind: MessageKind;
  /** What it tells of: an order, a transaction, a refund, a dispute, a settlement, an entry of the audit. */
  readonly cause: string;
  readonly recipient: MessageRecipient;
  readonly channel: MessageChannel;
  /** Null: it is about the whole installation. */
  readonly merchantId: string | null;
  readonly merchantName: string | null;
  readonly paymentReference: string | null;
  readonly status: MessageStatus;
  /** Why it waits, was refused or is not sent. */
  readonly reason: string | null;
  readonly attempts: number;
  readonly dueAt: Date;
  readonly sender: string | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  /** A copy is kept, as the message would have been sent. */
  readonly isKept: boolean;
}

export interface MessageFilter {
  /**
   * A payment reference, the id of an order, a transaction, a refund, a dispute, a settlement or a merchant, or a payer's e-mail
   * address; null: all.
   */
  readonly about: string | null;
  readonly status: string | null;
}

const columns = `
  m.message_id as "messageId", m.kind, m.cause, m.recipient, m.channel, m.merchant_id as "merchantId", t.trade_name as "merchantName",
  c.payment_reference as "paymentReference", m.status, m.reason, m.attempts, m.due_at as "dueAt", m.sender,
  m.created_at as "createdAt", m.ended_at as "endedAt", exists (select from message_copy k where k.message_id = m.message_id) as "isKept"`;
const joined = `message m left join merchant t on t.merchant_id = m.merchant_id left join checkout c on c.checkout_id = m.checkout_id`;

const listAll = {
  name: 'list_messages',
  text: `select ${columns} from ${joined}
          where ($1::text is null or m.status = $1) and ($2::text is null or m.message_id < $2)
          order by m.message_id desc limit $3`,
};
const listAbout = {
  name: 'list_messages_about',
  text: `select ${columns} from messages_about($4) m left join merchant t on t.merchant_id = m.merchant_id left join checkout c on c.checkout_id = m.checkout_id
          where ($1::text is null or m.status = $1) and ($2::text is null or m.message_id < $2)
          order by m.message_id desc limit $3`,
};
const findOne = {
  name: 'find_message',
  text: `select ${columns} from ${joined} where m.message_id = $1`,
};
const findCopy = {
  name: 'find_message_copy',
  text: 'select sealed from message_copy where message_id = $1',
};
const sendAgain = {
  name: 'send_message_again',
  text: 'select outcome, new_message_id as "messageId" from send_message_again($1, $2)',
};

export type SentAgain =
  | { readonly outcome: 'QUEUED'; readonly messageId: string }
  | { readonly outcome: 'UNDER_WAY' | 'RESOURCE_NOT_FOUND' };

/** What people were told, for operators. */
export class PgMessageDesk {
  constructor(private readonly pool: pg.Pool) {}

  /** The newest first, after the message of this id. */
  async list(
    { about, status }: MessageFilter,
    after: string | null,
    limit: number,
  ): Promise<SentMessage[]> {
    const values = [status, after, limit];
    return about === null
      ? query<SentMessage>(this.pool, listAll, values)
      : query<SentMessage>(this.pool, listAbout, [...values, about]);
  }

  async find(messageId: string): Promise<SentMessage | undefined> {
    const [found] = await query<SentMessage>(this.pool, findOne, [messageId]);
    return found;
  }

  /** Sealed, as it would have been sent; undefined: it was sent, or is forgotten. */
  async copy(messageId: string): Promise<Buffer | undefined> {
    const [found] = await query<{ sealed: Buffer }>(this.pool, findCopy, [messageId]);
    return found?.sealed;
  }

  sendAgain(messageId: string, by: Actor): Promise<SentAgain> {
    return queryOne<SentAgain>(this.pool, sendAgain, [messageId, JSON.stringify(by)]);
  }
}
