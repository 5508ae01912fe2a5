import { ApiProperty, ApiPropertyOptional, PickType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsObject, IsOptional, ValidateNested } from 'class-validator';
import {
  holdReasons,
  settlementStatuses,
  payoutStatuses,
  type HoldReason,
  type PayoutStatus,
  type SettlementStatus,
} from '../../domain/payout-state.js';
import {
  BankCodeField,
  OptionalAmountField,
  OptionalTextField,
  OutsideAccountField,
  Rule,
  SettlementReferenceField,
} from '../../http/fields.js';
import { PageQuery, PageView } from '../../http/paging.js';
import { EnumQuery, FlagQuery } from '../../http/query-fields.js';
import { SumsView } from './settlement-sums.js';
import { StatementLineView } from '../statements/statement.dto.js';

export const settlementTypes = ['SCHEDULED', 'ON_DEMAND'] as const;
export type SettlementType = (typeof settlementTypes)[number];

/** One of your registered accounts. */
export class SettlementDestinationRequest {
  @OutsideAccountField()
  accountNumber!: string;

  @BankCodeField()
  bankCode!: string;
}

export class SettlementRequestBody {
  @SettlementReferenceField()
  settlementReference!: string;

  @OptionalAmountField(
    'Amount to take from your balance, in kobo. Duty and fees are deducted from it. Send this or `all`.',
  )
  @Rule('isAlone', 'cannot be sent together with all', isAmountAlone)
  amount?: number | null;

  @ApiPropertyOptional({
    description: 'Send true to settle everything that is due, in place of `amount`.',
    type: Boolean,
    nullable: true,
    example: null,
  })
  @IsOptional()
  @Rule('isIn', 'must be true; for a part, send amount', (value) => value === true)
  all?: true | null;

  @ApiPropertyOptional({
    description: 'One of your settlement accounts. Without it, the default account.',
    type: SettlementDestinationRequest,
  })
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => SettlementDestinationRequest)
  destination?: SettlementDestinationRequest | null;

  @OptionalTextField(
    { max: 100 },
    { description: 'Text of the transfer.', example: 'Payout week 47' },
  )
  narration?: string | null;
}

function isAmountAlone(amount: unknown, request: object): boolean {
  const { all } = request as SettlementRequestBody;
  return amount === undefined || amount === null || all !== true;
}

export class SettlementParameters {
  @SettlementReferenceField()
  settlementReference!: string;
}

export class SettlementStatusQuery {
  @FlagQuery('Whether to ask the bank first about a transfer that is on its way.')
  refresh?: string;
}

export class SettlementHistoryQuery extends PageQuery {
  @EnumQuery(settlementStatuses, {
    description: 'Only settlements with this status.',
    example: 'SUCCESSFUL',
  })
  status?: SettlementStatus;

  @EnumQuery(settlementTypes, {
    description: 'Only settlements of this type.',
    example: 'SCHEDULED',
  })
  type?: SettlementType;
}

/** Lines stand in the order in which they were booked: a page of them has no period. */
export class SettlementLinesQuery extends PickType(PageQuery, [
  'page',
  'size',
  'cursor',
] as const) {}

export class SettlementDestinationView {
  @ApiProperty({ description: 'Account number, masked.', example: '******6789' })
  accountNumber!: string;

  @ApiProperty({ example: 'SANDBOX SHOP LTD' })
  accountName!: string;

  @ApiProperty({ description: 'NIP code of the bank.', example: '000013' })
  bankCode!: string;

  @ApiProperty({ type: String, nullable: true, example: null })
  bankName!: string | null;
}

/** Money on its way to your bank account, and the statement it closes. Amounts in kobo. */
export class SettlementView extends SumsView {
  @ApiProperty()
  settlementId!: string;

  @ApiProperty()
  settlementReference!: string;

  @ApiProperty({ enum: settlementTypes })
  type!: SettlementType;

  @ApiProperty({ enum: settlementStatuses })
  status!: SettlementStatus;

  @ApiProperty({ enum: holdReasons, nullable: true, example: null })
  holdReason!: HoldReason | null;

  @ApiProperty({
    description: 'Why the last transfer failed. Null when it did not.',
    type: String,
    nullable: true,
    example: null,
  })
  failure!: string | null;

  @ApiProperty()
  currency!: string;

  @ApiProperty({
    description: 'Amount that was taken from your balance, in kobo.',
    example: 989_250,
  })
  amount!: number;

  @ApiProperty({ example: '₦9,892.50' })
  amountFormatted!: string;

  @ApiProperty({ description: 'Fee for the transfers, in kobo.', example: 0 })
  fee!: number;

  @ApiProperty({ description: 'VAT on the fee, in kobo.', example: 0 })
  vat!: number;

  @ApiProperty({
    description: 'Stamp duty on transfers of ₦10,000.00 and more, in kobo.',
    example: 0,
  })
  stampDuty!: number;

  @ApiProperty({ description: 'Part of `netAmount` that has arrived, in kobo.', example: 989_250 })
  paidAmount!: number;

  @ApiProperty({
    description: 'The account that is paid. Null when there is none.',
    type: SettlementDestinationView,
    nullable: true,
  })
  destination!: SettlementDestinationView | null;

  @ApiProperty({
    description: 'Text of the transfer. Null when you gave none.',
    type: String,
    nullable: true,
    example: null,
  })
  narration!: string | null;

  @ApiProperty({ description: 'Number of your statement: 1, 2, 3 and so on.', example: 12 })
  number!: number;

  @ApiProperty({ description: 'Number of collections, refunds and other lines.', example: 1 })
  transactionCount!: number;

  @ApiProperty({ format: 'date-time' })
  cutOff!: string;

  @ApiProperty({ format: 'date' })
  runDate!: string;

  @ApiProperty({ description: 'Time at which it is sent or was sent.', format: 'date-time' })
  scheduledFor!: string;

  @ApiProperty()
  version!: number;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt!: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  completedAt!: string | null;
}

/** One sending of a transfer to the bank. */
export class SettlementAttemptView {
  @ApiProperty({
    description: 'NIP session id of the transfer.',
    example: '090547261120151233000000000001',
  })
  sessionId!: string;

  @ApiProperty({
    description:
      'SENT: the bank has it. UNKNOWN: the bank has not confirmed it. SUCCESSFUL: the money arrived. FAILED: no money moved. RETURNED: the money came back.',
    enum: ['SENT', 'UNKNOWN', 'SUCCESSFUL', 'FAILED', 'RETURNED'],
  })
  status!: string;

  @ApiProperty({ type: String, nullable: true, example: '00' })
  responseCode!: string | null;

  @ApiProperty({ description: 'Time at which it was sent.', format: 'date-time' })
  sentAt!: string;

  @ApiProperty({
    description: 'Time at which the bank confirmed the end. Null until then.',
    type: String,
    format: 'date-time',
    nullable: true,
  })
  settledAt!: string | null;
}

/** One transfer of a settlement; there is more than one where the bank's limit is lower than what is paid. */
export class SettlementTransferView {
  @ApiProperty({ description: 'Id of the transfer.', example: 'pay_01KA0000000000000000000000' })
  payoutId!: string;

  @ApiProperty({ description: 'Number of the transfer within the settlement.', example: 1 })
  part!: number;

  @ApiProperty({ description: 'Amount of the transfer, in kobo.', example: 989_250 })
  amount!: number;

  @ApiProperty({ enum: payoutStatuses })
  status!: PayoutStatus;

  @ApiProperty({ type: String, nullable: true, example: '00' })
  responseCode!: string | null;

  @ApiProperty({ description: 'Each time it was sent to the bank.', type: [SettlementAttemptView] })
  attempts!: SettlementAttemptView[];
}

/** The confirmation of a payout's status. */
export class SettlementStatusView extends SettlementView {
  @ApiProperty({
    description: 'NIP session id of the last transfer. Null when none was sent.',
    type: String,
    nullable: true,
    example: '090547261120151233000000000001',
  })
  sessionId!: string | null;

  @ApiProperty({ type: String, nullable: true })
  responseCode!: string | null;

  @ApiProperty({ type: String, nullable: true })
  responseMessage!: string | null;

  @ApiProperty({ type: [SettlementTransferView] })
  transfers!: SettlementTransferView[];
}

export class PagedSettlements {
  @ApiProperty({ type: [SettlementView] })
  items!: SettlementView[];

  @ApiProperty({ type: PageView })
  page!: PageView;
}

/** What is in a settlement: openingBalance + the lines' net = closingBalance. */
export class PagedSettlementTransactions {
  @ApiProperty({ description: 'Balance before the first line, in kobo.', example: 0 })
  openingBalance!: number;

  @ApiProperty({
    description: 'Amount that was sent to your bank account, in kobo.',
    example: 989_250,
  })
  netAmount!: number;

  @ApiProperty({ description: 'Balance after the last line, in kobo.', example: 0 })
  closingBalance!: number;

  @ApiProperty({ type: [StatementLineView] })
  items!: StatementLineView[];

  @ApiProperty({ type: PageView })
  page!: PageView;
}

/** What INSUFFICIENT_AVAILABLE_BALANCE carries. */
export class SettlementShortfall {
  @ApiProperty({ description: 'Amount that can be settled now, in kobo.', example: 989_250 })
  amountAvailable!: number;
}

/** What OPERATION_NOT_PERMITTED carries while an account is cooling. */
export class CoolingAccount {
  @ApiProperty({
    description: 'Time from which settlements can be paid to the account.',
    format: 'date-time',
  })
  usableFrom!: string;
}
