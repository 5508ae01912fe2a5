import type pg from 'pg';
import type { Actor } from '../../domain/actor.js';
import type {
  MessageChannel,
  MessageKind,
  MessageRecipient,
  MessageStatus,
} from '../../domain/message-kinds.js';
import type { Slice } from '../../domain/slice.js';
import { query, queryOne } from '../../platform/database/database.js';

/** A message as operators see it: the recipient's role, and no address. */
export interface SentMessage {
  readonly messageId: string;
  readonly kind: MessageKind;
  /** The thing that the message is about: an order, a transaction, a refund, a dispute, a settlement, an entry of the audit. */
  readonly cause: string;
  readonly recipient: MessageRecipient;
  readonly channel: MessageChannel;
  /** Null when the message is about the whole installation. */
  readonly merchantId: string | null;
  readonly merchantName: string | null;
  readonly paymentReference: string | null;
  readonly status: MessageStatus;
  /** The reason that the message waits, was refused or is not sent. */
  readonly reason: string | null;
  readonly attempts: number;
  readonly dueAt: Date;
  readonly sender: string | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  /** Whether a copy is stored of the message as it would have been sent. */
  readonly isKept: boolean;
}

export interface MessageFilter {
  /**
   * A payment reference, the id of an order, a transaction, a refund, a dispute, a settlement or a merchant, or a payer's e-mail
   * address; null: all.
   */
  readonly about: string | null;
  readonly status: string | null;
  readonly since: Date | null;
  readonly before: Date | null;
}

/** A message with the details of its address. */
export interface ShownMessage extends SentMessage {
  /** The present address; null: the payer was erased. */
  readonly address: string | null;
  /** The reason that the address gets no messages; null: it gets them. */
  readonly addressRefused: 'REFUSED' | 'BOUNCED' | 'COMPLAINED' | null;
  readonly addressRefusedAt: Date | null;
}

const columns = `
  m.message_id as "messageId", m.kind, m.cause, m.recipient, m.channel, m.merchant_id as "merchantId", t.trade_name as "merchantName",
  c.payment_reference as "paymentReference", m.status, m.reason, m.attempts, m.due_at as "dueAt", m.sender,
  m.created_at as "createdAt", m.ended_at as "endedAt", exists (select from message_copy k where k.message_id = m.message_id) as "isKept"`;
const joined = `message m left join merchant t on t.merchant_id = m.merchant_id left join checkout c on c.checkout_id = m.checkout_id`;

const wanted = `($1::text is null or m.status = $1) and ($2::text is null or m.message_id < $2)
            and m.created_at >= coalesce($3, '-infinity'::timestamptz) and m.created_at < coalesce($4, 'infinity'::timestamptz)
          order by m.message_id desc limit $5 offset $6`;

const listAll = {
  name: 'list_messages',
  text: `select ${columns} from ${joined}
          where ${wanted}`,
};
const listAbout = {
  name: 'list_messages_about',
  text: `select ${columns} from messages_about($7) m left join merchant t on t.merchant_id = m.merchant_id left join checkout c on c.checkout_id = m.checkout_id
          where ${wanted}`,
};
const findOne = {
  name: 'find_message',
  text: `select ${columns}, address_of(m, coalesce(t.messages, '{}')) as address, r.reason as "addressRefused",
                r.refused_at as "addressRefusedAt"
           from ${joined} left join lateral refusal_of(m) r on true where m.message_id = $1`,
};
const findCopy = {
  name: 'find_message_copy',
  text: 'select sealed from message_copy where message_id = $1',
};
const sendAgain = {
  name: 'send_message_again',
  text: 'select outcome, new_message_id as "messageId" from send_message_again($1, $2)',
};

const liftRefusal = { name: 'lift_refusal', text: 'select lift_refusal($1, $2) as outcome' };

export type SentAgain =
  | { readonly outcome: 'QUEUED'; readonly messageId: string }
  | { readonly outcome: 'UNDER_WAY' | 'RESOURCE_NOT_FOUND' };

/** Reads the messages to people, for operators. */
export class PgMessageDesk {
  constructor(private readonly pool: pg.Pool) {}

  /** Lists messages, the newest first, from the one after this id. */
  async list(
    { about, status, since, before }: MessageFilter,
    { after, limit, offset }: Slice,
  ): Promise<SentMessage[]> {
    const values = [status, after?.[0] ?? null, since, before, limit, offset];
    return about === null
      ? query<SentMessage>(this.pool, listAll, values)
      : query<SentMessage>(this.pool, listAbout, [...values, about]);
  }

  async find(messageId: string): Promise<ShownMessage | undefined> {
    const [found] = await query<ShownMessage>(this.pool, findOne, [messageId]);
    return found;
  }

  /** Returns the sealed copy of the message; undefined when it was sent, or when the copy was deleted. */
  async copy(messageId: string): Promise<Buffer | undefined> {
    const [found] = await query<{ sealed: Buffer }>(this.pool, findCopy, [messageId]);
    return found?.sealed;
  }

  async lift(
    messageId: string,
    by: Actor,
  ): Promise<'LIFTED' | 'NOT_REFUSED' | 'RESOURCE_NOT_FOUND'> {
    const values = [messageId, JSON.stringify(by)];
    const row = await queryOne<{ outcome: 'LIFTED' | 'NOT_REFUSED' | 'RESOURCE_NOT_FOUND' }>(
      this.pool,
      liftRefusal,
      values,
    );
    return row.outcome;
  }

  sendAgain(messageId: string, by: Actor): Promise<SentAgain> {
    return queryOne<SentAgain>(this.pool, sendAgain, [messageId, JSON.stringify(by)]);
  }
}
