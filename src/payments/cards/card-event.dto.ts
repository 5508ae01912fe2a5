import { z } from 'zod';
import { reply, text } from '../../http/reply.js';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import {
  OptionalAmountField,
  OptionalTextField,
  OptionalTimeField,
  TextField,
} from '../../http/fields.js';

export const cardEventKinds = [
  /** Something has happened to a charge: we ask what. */
  'CHARGE',
  'SETTLEMENT',
  'REVERSAL',
  'CHARGEBACK_OPENED',
  'CHARGEBACK_WON',
  'CHARGEBACK_LOST',
] as const;

const eventIdPattern = /^[\x21-\x7e]+$/;

export class CardEventHook {
  /** An acquirer may add fields whenever it likes. */
  static readonly unknownFields = 'ignore';

  @TextField(
    { min: 4, max: 80, form: 'EXACT' },
    {
      description: 'Id of the event. The same when it is sent again.',
      ...{ pattern: eventIdPattern.source, example: 'cbk-7-won' },
    },
  )
  @Matches(eventIdPattern, { message: 'eventId must be visible characters' })
  eventId!: string;

  @ApiProperty({
    description: 'What happened. CHARGE: ask the acquirer for the state of the charge.',
    enum: cardEventKinds,
  })
  @IsIn(cardEventKinds)
  kind!: (typeof cardEventKinds)[number];

  @OptionalTextField(
    { min: 6, max: 64, form: 'EXACT' },
    { description: 'Id of the charge. Not with SETTLEMENT.', example: 'chg-1024' },
  )
  chargeId?: string | null;

  @OptionalTextField(
    { min: 1, max: 64, form: 'EXACT' },
    {
      description:
        'Id of the chargeback, the same from its opening to its end. Required with CHARGEBACK_OPENED, CHARGEBACK_WON and CHARGEBACK_LOST.',
      example: 'cbk-7',
    },
  )
  chargebackId?: string | null;

  @OptionalTextField(
    { min: 1, max: 64, form: 'EXACT' },
    {
      description:
        'Id of the settlement. Required with SETTLEMENT. Each settlement is booked once.',
      example: 'set-7',
    },
  )
  settlementId?: string | null;

  @OptionalAmountField('Amount that is settled before the fee, disputed or taken back, in kobo.')
  amount?: number | null;

  @ApiProperty({
    description: 'Fee that the acquirer kept from a settlement, in kobo. At most the amount.',
    required: false,
    ...{ type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    example: 15_000,
  })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(Number.MAX_SAFE_INTEGER)
  fee?: number | null;

  @OptionalTextField(
    { max: 200 },
    {
      description: 'Why the card holder disputes the payment.',
      example: 'Goods not received',
    },
  )
  reason?: string | null;

  @OptionalTimeField('Time until which you take evidence.', '2026-11-27T14:00:00Z')
  evidenceDueAt?: string | null;
}

export const CardEventAnswer = reply('CardEventAnswer', {
  eventId: text('Id of the event, as you sent it.', 'cbk-7-won'),
  outcome: text('What the event did. HEARD for a charge.', 'HEARD'),
});
export type CardEventAnswer = z.infer<typeof CardEventAnswer>;
