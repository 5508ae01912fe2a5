import { z } from 'zod';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, Matches } from 'class-validator';
import { idPattern } from '../../domain/ids.js';
import { PeriodQuery } from '../../http/query-fields.js';
import { EnumQuery } from '../../http/query-fields.js';
import { defaultSplit, type Split, splits } from './split.js';
import { listOf, oneOf, reply, text, time, whole } from '../../http/reply.js';

export class SumsQuery extends PeriodQuery {
  @EnumQuery(splits, {
    description:
      'What the sums are told apart by. `day` and `hour` are Lagos time. `status` is that of the order.',
    default: defaultSplit,
  })
  by?: Split;
}

/** For operators: of one merchant or of all. */
export class SumsOfMerchantQuery extends SumsQuery {
  @ApiPropertyOptional({
    description: 'Only this merchant.',
    type: 'string',
    pattern: idPattern('mch').source,
    example: 'mch_01KA0000000000000000000000',
  })
  @IsOptional()
  @Matches(idPattern('mch'), { message: 'merchantId must be the id of a merchant' })
  merchantId?: string;
}

const money = {
  payments: whole('Number of payments that were booked.', 118),
  grossAmount: whole('What was paid, in kobo.', 11_800_000),
  feeAmount: whole(
    'Fees with VAT and stamp duty, less what was given back of them, in kobo.',
    126_850,
  ),
  refunds: whole('Number of refunds.', 2),
  refundAmount: whole('What went back to payers, in kobo.', 150_000),
  disputeAmount: whole('What was taken back by disputes, less what was won, in kobo.', 0),
  adjustmentAmount: whole('Corrections, in kobo. Below zero: taken from the balance.', 0),
  netAmount: whole(
    '`grossAmount` and `adjustmentAmount`, less `feeAmount`, `refundAmount` and `disputeAmount`, in kobo.',
    11_523_150,
  ),
  settledAmount: whole(
    'What was set aside for payouts, less what came back of them, in kobo.',
    9_000_000,
  ),
  balanceChange: whole(
    'What the balance has changed by: `netAmount` less `settledAmount`, in kobo.',
    2_523_150,
  ),
  exceptions: whole('Number of payments that did not fit their order.', 3),
  initiated: whole('Number of orders that were begun.', 160),
  paid: whole('Number of these orders that were paid, by now.', 115),
  medianSecondsToPay: whole(
    'Of the orders that were paid: half took no longer than this from their beginning to their payment. To the second up to two minutes, then in steps. Null: none was paid.',
    84,
  ).nullable(),
};

export const SumsRow = reply('SumsRow', {
  key: text(
    'The day, the hour, the channel, the bank or acquirer, or the status. Null: it has none, such as the channel of a payout.',
    '2026-11-20',
  ).nullable(),
  ...money,
});
export type SumsRow = z.infer<typeof SumsRow>;

export const SumsTotal = reply('SumsTotal', money);
export type SumsTotal = z.infer<typeof SumsTotal>;

export const SumsData = reply('SumsData', {
  by: oneOf(splits, 'What the sums are told apart by.', 'day'),
  from: time('Start of the period.', '2026-11-19T23:00:00.000Z'),
  before: time('End of the period, which does not belong to it.', '2026-11-26T23:00:00.000Z'),
  currency: text().meta({ example: 'NGN' }),
  rows: listOf(
    SumsRow,
    'Payments, fees, refunds and payouts stand where they were booked, orders where they were begun.',
  ),
  total: SumsTotal.meta({ description: 'The sum of all rows.' }),
});
export type SumsData = z.infer<typeof SumsData>;
