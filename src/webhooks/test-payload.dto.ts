import { ApiProperty } from '@nestjs/swagger';
import { testEventType } from '../domain/event-type.js';

/** What a test sends, for the document only (src/persistence/functions/92-redelivery.sql). */

export class TestNotification {
  @ApiProperty({ example: 'A test: no money has moved.' })
  message!: string;
}

/** The body of the webhook that a merchant asks for. */
export class WebhookTestPayload {
  @ApiProperty({ example: 'evt_01KAJ3Y5T2QH7M8N9P0R1S2T3V' })
  id!: string;
  @ApiProperty({ enum: [testEventType] })
  type!: string;
  @ApiProperty({ format: 'date-time', example: '2026-11-20T14:12:34.120Z' })
  timestamp!: string;
  @ApiProperty({ example: 'v1' })
  apiVersion!: string;
  @ApiProperty({ enum: ['sandbox', 'live'] })
  environment!: string;
  @ApiProperty({ type: 'integer', example: 1, description: 'Of no checkout: always 1.' })
  sequence!: number;
  @ApiProperty({ example: 'mch_01KAJ3Y5T2QH7M8N9P0R1S2T3V' })
  merchantId!: string;
  @ApiProperty({ type: TestNotification })
  data!: TestNotification;
}
