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
    description: 'Minutes until the account expires; 10 to 30 is recommended.',
    minimum: validityMinutes.min,
    maximum: validityMinutes.max,
    example: 30,
  })
  @IsInt({ message: 'validity must be a whole number of minutes' })
  @Min(validityMinutes.min)
  @Max(validityMinutes.max)
  validity!: number;

  @AmountField('The amount expected: amountPayable of the checkout.')
  amount!: number;
}

/** A virtual account that lives as long as its validity. */
export class DynamicAccountData {
  @ApiProperty({ example: 'va_01KA0000000000000000000000' })
  virtualAccountId!: string;

  @ApiProperty({ example: 'ORD-1001' })
  paymentReference!: string;

  @ApiProperty({ example: '5011234561' })
  accountNumber!: string;

  @ApiProperty({ description: 'What the payer sees.', example: 'SHOP-ADA OBI' })
  accountName!: string;

  @ApiProperty({ description: "The bank's CBN code." })
  bankCode!: string;

  @ApiProperty()
  bankName!: string;

  @ApiProperty({ description: "The bank's code on NIP." })
  nipInstitutionCode!: string;

  @ApiProperty({ example: '501' })
  prefix!: string;

  @ApiProperty({ description: 'In kobo.', example: 1_000_000 })
  amount!: number;

  @ApiProperty({ example: '₦10,000.00' })
  amountFormatted!: string;

  @ApiProperty({ description: 'Still to be paid, in kobo.', example: 1_000_000 })
  amountOutstanding!: number;

  @ApiProperty({ example: 'NGN' })
  currency!: string;

  @ApiProperty({ description: 'Minutes.', example: 30 })
  validity!: number;

  @ApiProperty({ enum: ['EXACT'] })
  amountRule!: 'EXACT';

  @ApiProperty({ enum: ['ACTIVE', 'EXPIRED', 'USED', 'CLOSED', 'RELEASED'] })
  status!: string;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time' })
  expiresAt!: string;

  @ApiProperty({ example: 1_800 })
  secondsRemaining!: number;

  @ApiProperty({ type: [String], example: [] })
  warnings!: string[];
}
