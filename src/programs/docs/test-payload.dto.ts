import { ApiProperty } from '@nestjs/swagger';
import { testEventType } from '../../domain/event-type.js';
import { EventEnvelope } from '../../notify/webhooks/event-envelope.js';

/** What a test sends, for the document only (src/notify/webhooks/redelivery.sql). */

export class TestNotification {
  @ApiProperty({ description: 'A sentence for people.', example: 'A test: no money has moved.' })
  message!: string;
}

/** The body of the webhook that a merchant asks for. */
export class WebhookTestPayload extends EventEnvelope(testEventType) {
  @ApiProperty({ type: TestNotification, description: 'The test.' })
  data!: TestNotification;
}
