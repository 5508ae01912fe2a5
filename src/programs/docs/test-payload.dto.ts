import { reply, text } from '../../http/reply.js';
import { testEventType } from '../../domain/event-type.js';
import { eventEnvelope } from '../../notify/webhooks/event-envelope.js';

/** What a test sends, for the document only (src/notify/webhooks/redelivery.sql). */

export const TestNotification = reply('TestNotification', {
  message: text('A sentence for people.', 'A test: no money has moved.'),
});

/** The body of the webhook that a merchant asks for. */
export const WebhookTestPayload = reply('WebhookTestPayload', {
  ...eventEnvelope(testEventType),
  data: TestNotification.meta({ description: 'The test.' }),
});
