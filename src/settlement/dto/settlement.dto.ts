import { ApiProperty, ApiPropertyOptional, PickType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsObject, IsOptional, ValidateNested } from 'class-validator';
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
import { StatementLineView, SumsView } from './statement.dto.js';

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

  @OptionalAmountField('What is taken from your balance, with duty and fees; or send `all`.')
  @Rule('isAlone', 'cannot be sent together with all', isAmountAlone)
  amount?: number | null;

  @ApiPropertyOptional({
    description: 'True: all that is due. In place of `amount`.',
    type: Boolean,
    nullable: true,
    example: null,
  })
  @IsOptional()
  @IsIn([true], { message: 'value must be true; for a part, send amount' })
  all?: true | null;

  @ApiPropertyOptional({
    description: 'A registered account; by default the one that settlements go to.',
    type: SettlementDestinationRequest,
  })
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => SettlementDestinationRequest)
  destination?: SettlementDestinationRequest | null;

  @OptionalTextField({ max: 100 }, { description: 'For the transfer.', example: 'Payout week 47' })
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
  @FlagQuery('Whether to ask the bank first what became of a transfer that is on its way.')
  refresh?: string;
}

export class SettlementHistoryQuery extends PageQuery {
  @EnumQuery(settlementStatuses, { example: 'SUCCESSFUL' })
  status?: SettlementStatus;

  @EnumQuery(settlementTypes, { example: 'SCHEDULED' })
  type?: SettlementType;
}

/** Lines stand in the order in which they were booked: a page of them has no period. */
export class SettlementLinesQuery extends PickType(PageQuery, [
  'page',
  'size',
  'cursor',
] as const) {}

export class SettlementDestinationView {
  @ApiProperty({ example: '******6789' })
  accountNumber!: string;

  @ApiProperty({ example: 'SANDBOX SHOP LTD' })
  accountName!: string;

  @ApiProperty({ example: '000013' })
  bankCode!: string;

  @ApiProperty({ type: String, nullable: true, example: null })
  bankName!: string | null;
}

/** Money on its way to your bank account, and the statement it closes. Amounts in kobo. */
export class SettlementView extends SumsView {
  @ApiProperty({ example: 'stl_01KA0000000000000000000000' })
  settlementId!: string;

  @ApiProperty({
    description: 'Yours, or the settlementId of a scheduled one.',
    example: 'PAY-1001',
  })
  settlementReference!: string;

  @ApiProperty({ enum: settlementTypes })
  type!: SettlementType;

  @ApiProperty({ enum: settlementStatuses })
  status!: SettlementStatus;

  @ApiProperty({ enum: holdReasons, nullable: true, description: 'With ON_HOLD.', example: null })
  holdReason!: HoldReason | null;

  @ApiProperty({ type: String, nullable: true, example: null })
  failure!: string | null;

  @ApiProperty({ example: 'NGN' })
  currency!: string;

  @ApiProperty({ description: 'Taken from your balance.', example: 989_250 })
  amount!: number;

  @ApiProperty({ example: '₦9,892.50' })
  amountFormatted!: string;

  @ApiProperty({ description: 'Of the transfers.', example: 0 })
  fee!: number;

  @ApiProperty({ description: 'On the fee.', example: 0 })
  vat!: number;

  @ApiProperty({ description: 'On transfers of 10,000 naira and more.', example: 0 })
  stampDuty!: number;

  @ApiProperty({ description: 'Of netAmount, what has arrived.', example: 989_250 })
  paidAmount!: number;

  @ApiProperty({ type: SettlementDestinationView, nullable: true })
  destination!: SettlementDestinationView | null;

  @ApiProperty({ type: String, nullable: true, example: null })
  narration!: string | null;

  @ApiProperty({ description: 'Number of your statement: 1, 2, 3…', example: 12 })
  number!: number;

  @ApiProperty({ description: 'Collections, refunds and the like in it.', example: 1 })
  transactionCount!: number;

  @ApiProperty({ description: 'What was received before it may be in it.', format: 'date-time' })
  cutOff!: string;

  @ApiProperty({
    description: 'The day of the run, in Lagos.',
    format: 'date',
    example: '2026-11-23',
  })
  runDate!: string;

  @ApiProperty({ description: 'When it is sent, or was.', format: 'date-time' })
  scheduledFor!: string;

  @ApiProperty({ example: 3 })
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
  @ApiProperty({ description: 'NIP session id.', example: '090547261120151233000000000001' })
  sessionId!: string;

  @ApiProperty({ enum: ['SENT', 'UNKNOWN', 'SUCCESSFUL', 'FAILED', 'RETURNED'] })
  status!: string;

  @ApiProperty({ type: String, nullable: true, example: '00' })
  responseCode!: string | null;

  @ApiProperty({ format: 'date-time' })
  sentAt!: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  settledAt!: string | null;
}

/** One transfer of a settlement; there is more than one where the bank's limit is lower than what is paid. */
export class SettlementTransferView {
  @ApiProperty({ example: 'pay_01KA0000000000000000000000' })
  payoutId!: string;

  @ApiProperty({ example: 1 })
  part!: number;

  @ApiProperty({ example: 989_250 })
  amount!: number;

  @ApiProperty({ enum: payoutStatuses })
  status!: PayoutStatus;

  @ApiProperty({ type: String, nullable: true, example: '00' })
  responseCode!: string | null;

  @ApiProperty({ type: [SettlementAttemptView] })
  attempts!: SettlementAttemptView[];
}

/** The confirmation of a payout's status. */
export class SettlementStatusView extends SettlementView {
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Of the last transfer sent.',
    example: '090547261120151233000000000001',
  })
  sessionId!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: "The bank's last word.",
    example: '00',
  })
  responseCode!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Successful' })
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
  @ApiProperty({ description: 'Before the first line of all. In kobo.', example: 0 })
  openingBalance!: number;

  @ApiProperty({ description: 'Sent to your bank account. In kobo.', example: 989_250 })
  netAmount!: number;

  @ApiProperty({ description: 'After the last line of all. In kobo.', example: 0 })
  closingBalance!: number;

  @ApiProperty({ type: [StatementLineView] })
  items!: StatementLineView[];

  @ApiProperty({ type: PageView })
  page!: PageView;
}

/** What INSUFFICIENT_AVAILABLE_BALANCE carries. */
export class SettlementShortfall {
  @ApiProperty({ description: 'What can be settled now, in kobo.', example: 989_250 })
  amountAvailable!: number;
}

/** What OPERATION_NOT_PERMITTED carries while an account is cooling. */
export class CoolingAccount {
  @ApiProperty({ description: 'Nothing is sent to the account before.', format: 'date-time' })
  usableFrom!: string;
}
