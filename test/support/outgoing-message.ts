import type { OutgoingMessage } from '../../src/notify/senders/sender.port.js';

/** An e-mail that a sender may be asked to send. */
export function outgoing(changes: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return {
    messageId: 'msg_01M8CKVVP5F3T9Y8EJCBJ6JTTP',
    to: 'ada@example.ng',
    senderName: 'Bola’s Shop',
    replyTo: 'help@bola.example.ng',
    subject: 'Receipt: ₦10,000.00',
    text: 'You have paid ₦10,000.00.',
    html: '<p>You have paid ₦10,000.00.</p>',
    language: 'en',
    attachments: [
      { name: 'receipt.pdf', type: 'application/pdf', content: Buffer.from('%PDF-1.7 test') },
    ],
    ...changes,
  };
}
