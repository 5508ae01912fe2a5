import { ApiProperty } from '@nestjs/swagger';

/** A payment that paid the order, as it is booked. */
export class PayingTransaction {
  @ApiProperty()
  transactionReference!: string;

  @ApiProperty({ description: 'Amount of this one payment, in kobo.', example: 1_000_000 })
  amountReceived!: number;

  @ApiProperty()
  fee!: number;

  @ApiProperty()
  vat!: number;

  @ApiProperty()
  settlementAmount!: number;

  @ApiProperty({ type: String, format: 'date', nullable: true })
  settlementDueDate!: string | null;
}
