import type pg from 'pg';
import type { Contacts } from './contacts.js';
import type { Actor } from '../../domain/actor.js';
import type { MessageChannel } from '../../domain/message-kinds.js';
import type { MessageChoices } from '../../notify/messages/message-choices.js';
import { query, queryOne } from '../../platform/database/database.js';

const find = {
  name: 'find_message_settings',
  text: `select m.messages as choices, merchant_contacts(m.merchant_id) as contacts,
                array(select c.channel from message_channel c order by c.channel) as channels
           from merchant m where m.merchant_id = $1`,
};
const choose = {
  name: 'choose_messages',
  text: 'select choose_messages($1, $2, $3) as outcome',
};

export interface MessageSettingsFound {
  readonly choices: MessageChoices;
  readonly contacts: Contacts;
  /** The ways to send that have a sender. */
  readonly channels: readonly MessageChannel[];
}
export type MessagesChosen = 'CHANGED' | 'NAME_TAKEN' | 'UNKNOWN' | 'CLOSED';

/** Stores what merchants have chosen about the messages to their payers. */
export class PgMessageSettings {
  constructor(private readonly pool: pg.Pool) {}

  async find(merchantId: string): Promise<MessageSettingsFound | undefined> {
    const [found] = await query<MessageSettingsFound>(this.pool, find, [merchantId]);
    return found;
  }

  /** Replaces all choices. They hold for messages that are sent from now on. */
  async choose(merchantId: string, choices: MessageChoices, by: Actor): Promise<MessagesChosen> {
    const values = [merchantId, JSON.stringify(choices), JSON.stringify(by)];
    return (await queryOne<{ outcome: MessagesChosen }>(this.pool, choose, values)).outcome;
  }
}
