import { ApiProperty } from '@nestjs/swagger';
import { eventTypes } from '../domain/event-type.js';

/** What we send of settlements, for the document only (src/persistence/functions/63-settlement-events.sql). */

const text = (example: string | null) => ({ type: String, nullable: true, example }) as const;
const kobo = (example: number) => ({ type: 'integer', description: 'In kobo.', example }) as const;

class PayloadDestination {
  @ApiProperty({ example: '******6789', description: 'Masked.' })
  accountNumber!: string;
  @ApiProperty(text('SHOP LIMITED'))
  accountName!: string | null;
  @ApiProperty(text('000013'))
  bankCode!: string | null;
  @ApiProperty(text('GTBank'))
  bankName!: string | null;
}

/** How the settlement adds up: opening and what came and went make net and closing. */
class PayloadSums {
  @ApiProperty(kobo(0))
  openingBalance!: number;
  @ApiProperty(kobo(1_000_000))
  grossAmount!: number;
  @ApiProperty(kobo(10_000))
  feeAmount!: number;
  @ApiProperty(kobo(750))
  vatAmount!: number;
  @ApiProperty(kobo(0))
  refundAmount!: number;
  @ApiProperty(kobo(0))
  chargebackAmount!: number;
  @ApiProperty(kobo(0))
  reversalAmount!: number;
  @ApiProperty(kobo(0))
  stampDutyAmount!: number;
  @ApiProperty(kobo(0))
  adjustmentAmount!: number;
  @ApiProperty(kobo(0))
  payoutFeeAmount!: number;
  @ApiProperty(kobo(0))
  payoutStampDutyAmount!: number;
  @ApiProperty(kobo(989_250))
  netAmount!: number;
  @ApiProperty(kobo(0))
  closingBalance!: number;
}

/** How a settlement stands. */
export class SettlementNotification extends PayloadSums {
  @ApiProperty({ example: 'stl_01KAJ3Y9T2QH7M8N9P0R1S2T3V' })
  settlementId!: string;
  @ApiProperty({ example: 'STL-20261120' })
  settlementReference!: string;
  @ApiProperty({ example: 'SCHEDULED' })
  type!: string;
  @ApiProperty({ example: 'SUCCESSFUL' })
  status!: string;
  @ApiProperty(text(null))
  holdReason!: string | null;
  @ApiProperty(text(null))
  failure!: string | null;
  @ApiProperty({ example: 'NGN' })
  currency!: string;
  @ApiProperty(kobo(989_250))
  amount!: number;
  @ApiProperty(kobo(0))
  fee!: number;
  @ApiProperty(kobo(0))
  vat!: number;
  @ApiProperty(kobo(0))
  stampDuty!: number;
  @ApiProperty(kobo(989_250))
  paidAmount!: number;
  @ApiProperty({ type: PayloadDestination, nullable: true })
  destination!: PayloadDestination | null;
  @ApiProperty({ type: 'integer', example: 1 })
  transactionCount!: number;
  @ApiProperty({ ...text('2026-11-20T22:59:59.999Z'), format: 'date-time' })
  cutOff!: string | null;
  @ApiProperty(text('2026-11-23'))
  runDate!: string | null;
  @ApiProperty({ ...text('2026-11-23T09:00:00.000Z'), format: 'date-time' })
  completedAt!: string | null;
  @ApiProperty({ type: 'integer', example: 3 })
  version!: number;
}

/** The body of the webhooks about settlements. */
export class WebhookSettlementPayload {
  @ApiProperty({ example: 'evt_01KAJ3Y5T2QH7M8N9P0R1S2T3V' })
  id!: string;
  @ApiProperty({ enum: eventTypes, example: 'settlement.successful' })
  type!: string;
  @ApiProperty({ format: 'date-time', example: '2026-11-23T09:00:00.120Z' })
  timestamp!: string;
  @ApiProperty({ example: 'v1' })
  apiVersion!: string;
  @ApiProperty({ enum: ['sandbox', 'live'] })
  environment!: string;
  @ApiProperty({ type: 'integer', example: 1 })
  sequence!: number;
  @ApiProperty({ example: 'mch_01KAJ3Y5T2QH7M8N9P0R1S2T3V' })
  merchantId!: string;
  @ApiProperty({ type: SettlementNotification })
  data!: SettlementNotification;
}
