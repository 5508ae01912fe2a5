import { ApiProperty } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { validityMinutes } from '../../domain/reference.js';
import { AmountField, PaymentReferenceField, PrefixField } from '../../http/fields.js';

export class CreateAccountRequest {
  @PaymentReferenceField()
  paymentReference!: string;

  @PrefixField()
  prefix!: string;

  @ApiProperty({
    description: 'Minutes until the account expires. We recommend 10 to 30.',
    minimum: validityMinutes.min,
    maximum: validityMinutes.max,
    example: 30,
  })
  @IsInt({ message: 'validity must be a whole number of minutes' })
  @Min(validityMinutes.min)
  @Max(validityMinutes.max)
  validity!: number;

  @AmountField('`amountPayable` of the checkout, or what is still to be paid, in kobo.')
  amount!: number;
}
