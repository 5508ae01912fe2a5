import { z } from 'zod';
import { reply, text, whole, time, day, oneOf, listOf } from '../../http/reply.js';
import { ApiPropertyOptional, PickType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsObject, IsOptional, ValidateNested } from 'class-validator';
import {
  holdReasons,
  settlementStatuses,
  payoutStatuses,
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
import { PageQuery, PageView, listReply } from '../../http/paging.js';
import { FileQuery } from '../../http/list-file.js';
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

export class SettlementHistoryQuery extends FileQuery {
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

export const SettlementDestinationView = reply('SettlementDestinationView', {
  accountNumber: text('Account number, masked.', '******6789'),
  accountName: text().meta({ example: 'SANDBOX SHOP LTD' }),
  bankCode: text('NIP code of the bank.', '000013'),
  bankName: text().meta({ example: null }).nullable(),
});

/** Money on its way to your bank account, and the statement it closes. Amounts in kobo. */
export const SettlementView = reply('SettlementView', {
  ...SumsView.shape,
  settlementId: text(),
  settlementReference: text(),
  type: oneOf(settlementTypes),
  status: oneOf(settlementStatuses),
  holdReason: oneOf(holdReasons).meta({ example: null }).nullable(),
  failure: text('Why the last transfer failed. Null when it did not.', null).nullable(),
  currency: text(),
  amount: whole('Amount that was taken from your balance, in kobo.', 989_250),
  amountFormatted: text().meta({ example: '₦9,892.50' }),
  fee: whole('Fee for the transfers, in kobo.', 0),
  vat: whole('VAT on the fee, in kobo.', 0),
  stampDuty: whole('Stamp duty on transfers of ₦10,000.00 and more, in kobo.', 0),
  paidAmount: whole('Part of `netAmount` that has arrived, in kobo.', 989_250),
  destination: SettlementDestinationView.nullable().meta({
    description: 'The account that is paid. Null when there is none.',
  }),
  narration: text('Text of the transfer. Null when you gave none.', null).nullable(),
  number: whole('Number of your statement: 1, 2, 3 and so on.', 12),
  transactionCount: whole('Number of collections, refunds and other lines.', 1),
  cutOff: time(),
  runDate: day(),
  scheduledFor: time('Time at which it is sent or was sent.'),
  version: whole(),
  createdAt: time(),
  updatedAt: time(),
  completedAt: time().nullable(),
});
export type SettlementView = z.infer<typeof SettlementView>;

/** One sending of a transfer to the bank. */
export const SettlementAttemptView = reply('SettlementAttemptView', {
  sessionId: text('NIP session id of the transfer.', '090547261120151233000000000001'),
  status: oneOf(
    ['SENT', 'UNKNOWN', 'SUCCESSFUL', 'FAILED', 'RETURNED'],
    'SENT: the bank has it. UNKNOWN: the bank has not confirmed it. SUCCESSFUL: the money arrived. FAILED: no money moved. RETURNED: the money came back.',
  ),
  responseCode: text().nullable(),
  sentAt: time('Time at which it was sent.'),
  settledAt: time('Time at which the bank confirmed the end. Null until then.').nullable(),
});

/** One transfer of a settlement; there is more than one where the bank's limit is lower than what is paid. */
export const SettlementTransferView = reply('SettlementTransferView', {
  payoutId: text('Id of the transfer.', 'pay_01KA0000000000000000000000'),
  part: whole('Number of the transfer within the settlement.', 1),
  amount: whole('Amount of the transfer, in kobo.', 989_250),
  status: oneOf(payoutStatuses),
  responseCode: text().nullable(),
  attempts: listOf(SettlementAttemptView, 'Each time it was sent to the bank.'),
});
export type SettlementTransferView = z.infer<typeof SettlementTransferView>;

/** The confirmation of a payout's status. */
export const SettlementStatusView = reply('SettlementStatusView', {
  ...SettlementView.shape,
  sessionId: text(
    'NIP session id of the last transfer. Null when none was sent.',
    '090547261120151233000000000001',
  ).nullable(),
  responseCode: text().nullable(),
  responseMessage: text().nullable(),
  transfers: listOf(SettlementTransferView),
});
export type SettlementStatusView = z.infer<typeof SettlementStatusView>;

export const PagedSettlements = listReply('PagedSettlements', SettlementView);
export type PagedSettlements = z.infer<typeof PagedSettlements>;

/** The content of a settlement: openingBalance + the lines' net = closingBalance. */
export const PagedSettlementTransactions = reply('PagedSettlementTransactions', {
  openingBalance: whole('Balance before the first line, in kobo.', 0),
  netAmount: whole('Amount that was sent to your bank account, in kobo.', 989_250),
  closingBalance: whole('Balance after the last line, in kobo.', 0),
  items: listOf(StatementLineView),
  page: PageView,
});
export type PagedSettlementTransactions = z.infer<typeof PagedSettlementTransactions>;

/** The data of INSUFFICIENT_AVAILABLE_BALANCE. */
export const SettlementShortfall = reply('SettlementShortfall', {
  amountAvailable: whole('Amount that can be settled now, in kobo.', 989_250),
});

/** The data of OPERATION_NOT_PERMITTED while an account is cooling. */
export const CoolingAccount = reply('CoolingAccount', {
  usableFrom: time('Time from which settlements can be paid to the account.'),
});
