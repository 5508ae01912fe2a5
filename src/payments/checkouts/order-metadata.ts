import { ApiProperty } from '@nestjs/swagger';

/** Wherever an order is shown. */
export function OrderMetadata(): PropertyDecorator {
  return ApiProperty({
    description: 'Your notes, as you sent them to initiate.',
    type: 'object',
    additionalProperties: { type: 'string' },
    example: { cart: 'c-1' },
  });
}
