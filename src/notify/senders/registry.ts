import type { MessageChannel } from '../../domain/message-kinds.js';
import type { SenderSettings } from '../../platform/config/sender-settings.js';
import { LogSender, type OutboxKeeper } from './log/log-sender.js';
import type { MessageSender } from './sender.port.js';
import { SmtpSender } from './smtp/smtp-sender.js';
import { TermiiSender } from './termii/termii-sender.js';

/** SMS dialects by the word that MANILLA_SMS names them by. A new one is a folder here and a line. */
const smsDialects = {
  termii: ({ termii }: SenderSettings) => (termii === null ? undefined : new TermiiSender(termii)),
} as const;

/**
 * The sender of each channel, by the settings. In the sandbox a channel without a sender goes to the outbox; in `live`
 * nothing is sent by it.
 */
export function createSenders(
  settings: SenderSettings,
  isSandbox: boolean,
  outbox: OutboxKeeper,
): ReadonlyMap<MessageChannel, MessageSender> {
  const chosen: Readonly<Record<MessageChannel, MessageSender | undefined>> = {
    EMAIL: settings.smtp === null ? undefined : new SmtpSender(settings.smtp),
    SMS: settings.sms === null ? undefined : smsDialects[settings.sms](settings),
  };
  const senders = new Map<MessageChannel, MessageSender>();
  for (const channel of ['EMAIL', 'SMS'] as const) {
    const sender = chosen[channel] ?? (isSandbox ? new LogSender(channel, outbox) : undefined);
    if (sender !== undefined) senders.set(channel, sender);
  }
  return senders;
}
