import { isPayerMessage } from '../../domain/message-kinds.js';
import type { ClaimedMessage } from '../../notify/messages/claimed-message.js';
import type { MessageRenderer, NotToBeSent } from '../../notify/messages/courier.js';
import type { OutgoingMessage } from '../../notify/senders/sender.port.js';

/** Draws each message for whoever reads it: payers in their language, contacts and operators in English. */
export class Mails implements MessageRenderer {
  constructor(
    private readonly payers: MessageRenderer,
    private readonly contacts: MessageRenderer,
  ) {}

  render(message: ClaimedMessage): Promise<OutgoingMessage | NotToBeSent> {
    return (isPayerMessage(message.kind) ? this.payers : this.contacts).render(message);
  }
}
