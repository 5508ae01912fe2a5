import { ApiProperty } from '@nestjs/swagger';
import { holdReasons, settlementStatuses } from '../../domain/payout-state.js';
import { SumsView } from '../../payouts/settlement/settlement-sums.js';
import { EventEnvelope } from '../../notify/webhooks/event-envelope.js';

/** What we send of settlements, for the document only (src/payouts/settlement/events.sql). */

const text = (example: string | null, description?: string) =>
  ({ type: String, nullable: true, example, ...(description && { description }) }) as const;

class PayloadDestination {
  @ApiProperty({ example: '******6789', description: 'Account number, masked.' })
  accountNumber!: string;
  @ApiProperty(text('SHOP LIMITED'))
  accountName!: string | null;
  @ApiProperty(text('000013', 'NIP code of the bank.'))
  bankCode!: string | null;
  @ApiProperty(text('GTBank'))
  bankName!: string | null;
}

/** How a settlement stands. */
export class SettlementNotification extends SumsView {
  @ApiProperty()
  settlementId!: string;
  @ApiProperty()
  settlementReference!: string;
  @ApiProperty({ enum: ['SCHEDULED', 'ON_DEMAND'] })
  type!: string;
  @ApiProperty({ enum: settlementStatuses, example: 'SUCCESSFUL' })
  status!: string;
  @ApiProperty({ enum: holdReasons, nullable: true, example: null })
  holdReason!: string | null;
  @ApiProperty(text(null, 'Why the last transfer failed. Null when it did not.'))
  failure!: string | null;
  @ApiProperty()
  currency!: string;
  @ApiProperty({
    description: 'Amount that was taken from your balance, in kobo.',
    example: 989_250,
  })
  amount!: number;
  @ApiProperty({ description: 'Fee for the transfers, in kobo.', example: 0 })
  fee!: number;
  @ApiProperty({ description: 'VAT on the fee, in kobo.', example: 0 })
  vat!: number;
  @ApiProperty({ description: 'Stamp duty on the transfers, in kobo.', example: 0 })
  stampDuty!: number;
  @ApiProperty({ description: 'Part of `netAmount` that has arrived, in kobo.', example: 989_250 })
  paidAmount!: number;
  @ApiProperty({
    description: 'The account that is paid. Null when there is none.',
    type: PayloadDestination,
    nullable: true,
  })
  destination!: PayloadDestination | null;
  @ApiProperty()
  transactionCount!: number;
  @ApiProperty({ ...text('2026-11-20T22:59:59.999Z'), format: 'date-time' })
  cutOff!: string | null;
  @ApiProperty(text('2026-11-23'))
  runDate!: string | null;
  @ApiProperty({ ...text('2026-11-23T09:00:00.000Z'), format: 'date-time' })
  completedAt!: string | null;
  @ApiProperty({ example: 3 })
  version!: number;
}

/** The body of the webhooks about settlements. */
export class WebhookSettlementPayload extends EventEnvelope('settlement.successful') {
  @ApiProperty({ type: SettlementNotification, description: 'The settlement.' })
  data!: SettlementNotification;
}
