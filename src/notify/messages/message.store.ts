import type pg from 'pg';
import { messageRules } from '../../domain/message-schedule.js';
import { query, queryOne } from '../../platform/database/database.js';
import type { ReturnedMail } from '../senders/smtp/returned-mail.js';
import type { ClaimedMessage, MessageClaim, RecordedAttempt } from './claimed-message.js';

const claimMessages = {
  name: 'claim_messages',
  text: `select message_id as "messageId", kind, cause, recipient, channel, merchant_id as "merchantId", checkout_id as "checkoutId",
                attempt, address, choices
           from claim_messages($1, $2, $3, $4)`,
};
const recordAttempts = {
  name: 'record_message_attempts',
  text: 'select record_message_attempts($1)',
};
const setChannels = { name: 'set_message_channels', text: 'select set_message_channels($1)' };
const keepCopy = { name: 'keep_message_copy', text: 'select keep_message_copy($1, $2)' };
const reportMessage = {
  name: 'report_message',
  text: 'select report_message($1, $2, $3) as message_id',
};
const reportBounce = { name: 'report_bounce', text: 'select report_bounce($1, $2, $3) as outcome' };

/** Messages to people, on PostgreSQL. */
export class PgMessageStore {
  constructor(private readonly pool: pg.Pool) {}

  claim(claim: MessageClaim): Promise<ClaimedMessage[]> {
    const { limit, channels, leaseMs, quietUntil, underWay = {}, receiptsWaitMs = 0 } = claim;
    const rules = JSON.stringify({ ...messageRules, quietUntil, underWay, receiptsWaitMs });
    return query<ClaimedMessage>(this.pool, claimMessages, [limit, channels, leaseMs, rules]);
  }

  async record(attempts: readonly RecordedAttempt[]): Promise<void> {
    await query(this.pool, recordAttempts, [JSON.stringify(attempts)]);
  }

  /** Stores which sender carries each channel, for the functions that write messages; null: none does. */
  async setChannels(senders: { readonly EMAIL: string | null; readonly SMS: string | null }) {
    await query(this.pool, setChannels, [JSON.stringify(senders)]);
  }

  /** Keeps the message as it would have been sent, sealed. */
  async keepCopy(messageId: string, sealed: Buffer): Promise<void> {
    await query(this.pool, keepCopy, [messageId, sealed]);
  }

  /** Records a sender's report about a message. Returns the message's id; undefined: the message is not known (yet). */
  async report(sender: string, reference: string, outcome: string): Promise<string | undefined> {
    const values = [sender, reference, outcome];
    const row = await queryOne<{ message_id: string | null }>(this.pool, reportMessage, values);
    return row.message_id ?? undefined;
  }

  /** Records a message that came back to the mailbox. */
  async bounced({ messageId, outcome, isAddress }: ReturnedMail): Promise<BounceNoted> {
    const values = [messageId, outcome, isAddress];
    const row = await queryOne<{ outcome: BounceNoted }>(this.pool, reportBounce, values);
    return row.outcome;
  }
}

/** KNOWN: the same was reported before. NOT_OURS: we never sent the message. */
export type BounceNoted = 'CHANGED' | 'KNOWN' | 'NOT_OURS';
