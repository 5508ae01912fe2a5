import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsOptional, ValidateNested } from 'class-validator';
import { MetadataField, OptionalAmountField, OptionalTextField } from '../../http/fields.js';
import { OrderLine } from './initiate.dto.js';

/** What is left out stays as it is. */
export class ChangeCheckoutRequest {
  @OptionalAmountField('New amount of the order, in kobo.')
  amount?: number | null;

  @ApiPropertyOptional({
    description: 'New lines of the order, in place of all that it had.',
    type: [OrderLine],
    maxItems: 20,
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(20)
  @ValidateNested({ each: true })
  @Type(() => OrderLine)
  items?: OrderLine[] | null;

  @OptionalTextField(
    { max: 255 },
    { description: 'What the payment is for.', example: 'Three pairs of shoes' },
  )
  description?: string | null;

  @MetadataField()
  metadata?: Record<string, string> | null;
}
