import { ApiProperty } from '@nestjs/swagger';
import { EventEnvelope } from '../../notify/webhooks/event-envelope.js';

const changes = [
  ...['KEY_CREATED', 'KEY_ROTATED', 'KEY_CLAIMED', 'KEY_CONFIRMED', 'KEY_REVOKED'],
  ...[
    'SCOPES_GRANTED',
    'LIMITS_CHANGED',
    'POLICIES_CHANGED',
    'CONTACTS_CHANGED',
    'WEBHOOK_CHANGED',
  ],
];
const list = { type: 'array', items: { type: 'string' }, nullable: true } as const;
const mayBe = { type: String, nullable: true } as const;

/** What was changed of who may do what for a merchant. What a change is not about is null. */
export class SecurityNotification {
  @ApiProperty({
    description: 'What was changed. More may be added.',
    'x-extensible-enum': changes,
    example: 'KEY_CREATED',
  } as object)
  change!: string;

  @ApiProperty({
    description: 'OPERATOR: your operator. KEY: who holds one of your keys.',
    enum: ['OPERATOR', 'KEY'],
  })
  by!: string;

  @ApiProperty({ ...mayBe, description: 'Id of the key.', example: 'mid_c2FuZGJveC1tZXJjaGFudA' })
  clientId!: string | null;

  @ApiProperty({ ...mayBe, description: 'What the key is called.', example: 'Web shop' })
  name!: string | null;

  @ApiProperty({ ...list, description: 'What the key may do.', example: ['reads', 'refunds'] })
  groups!: string[] | null;

  @ApiProperty({
    ...list,
    description: 'What you are granted from now on.',
    example: ['refunds:destination'],
  })
  scopes!: string[] | null;

  @ApiProperty({
    description: 'The most that may be paid out on demand in a day, in kobo.',
    type: 'integer',
    format: 'int64',
    nullable: true,
    example: 200_000_000,
  })
  dailySettlementLimit!: number | null;

  @ApiProperty({
    ...mayBe,
    description: 'Where your events go from now on, without its query.',
    example: 'https://shop.example.ng/hooks',
  })
  url!: string | null;

  @ApiProperty({ description: 'Time of the change.', format: 'date-time' })
  changedAt!: string;
}

export class WebhookSecurityPayload extends EventEnvelope('security.changed') {
  @ApiProperty({ type: SecurityNotification })
  data!: SecurityNotification;
}
