import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { eventTypes, testEventType } from '../../domain/event-type.js';

/** What every webhook tells, whatever its `data`. */
abstract class AnyEvent {
  @ApiProperty({ description: 'Id of the event.', example: 'evt_01KAJ3Y5T2QH7M8N9P0R1S2T3V' })
  id!: string;
  type!: string;
  @ApiProperty({ format: 'date-time' })
  timestamp!: string;
  @ApiProperty()
  apiVersion!: string;
  @ApiProperty({ enum: ['sandbox', 'live'] })
  environment!: string;
  @ApiProperty()
  sequence!: number;
  @ApiProperty()
  merchantId!: string;
}

/** Types may be added to those that are known: a closed list would break the clients that were generated before. */
export function EventEnvelope(example: string): Type<AnyEvent> {
  abstract class Event extends AnyEvent {
    @ApiProperty({
      description: 'Type of the event. More types may be added.',
      example,
      'x-extensible-enum': [...eventTypes, testEventType],
    } as object)
    override type!: string;
  }
  return Event as unknown as Type<AnyEvent>;
}
