import { ApiProperty } from '@nestjs/swagger';

/** How a statement adds up. All in kobo. */
export class SumsView {
  @ApiProperty({ description: 'Balance before, in kobo.', example: 0 })
  openingBalance!: number;

  @ApiProperty({ description: 'Collections before fees, in kobo.', example: 1_000_000 })
  grossAmount!: number;

  @ApiProperty({ description: 'Fees that were deducted, in kobo.', example: 10_000 })
  feeAmount!: number;

  @ApiProperty({ description: 'VAT on the fees, deducted, in kobo.', example: 750 })
  vatAmount!: number;

  @ApiProperty({ description: 'Refunds that were deducted, in kobo.', example: 0 })
  refundAmount!: number;

  @ApiProperty({
    description: 'Disputed payments that were deducted, minus disputes that you won, in kobo.',
    example: 0,
  })
  chargebackAmount!: number;

  @ApiProperty({
    description: 'Payouts that failed or came back and were added, in kobo.',
    example: 0,
  })
  reversalAmount!: number;

  @ApiProperty({ description: 'Stamp duty on refunds, deducted, in kobo.', example: 0 })
  stampDutyAmount!: number;

  @ApiProperty({ description: 'Other changes that were added, in kobo.', example: 0 })
  adjustmentAmount!: number;

  @ApiProperty({ description: 'Payout fees with their VAT, deducted, in kobo.', example: 0 })
  payoutFeeAmount!: number;

  @ApiProperty({ description: 'Stamp duty on payouts, deducted, in kobo.', example: 0 })
  payoutStampDutyAmount!: number;

  @ApiProperty({
    description: 'Amount that was sent to your bank account, in kobo.',
    example: 989_250,
  })
  netAmount!: number;

  @ApiProperty({
    description: 'Balance after, in kobo. It is the opening balance of the next statement.',
    example: 0,
  })
  closingBalance!: number;
}
