import { ApiProperty } from '@nestjs/swagger';

const text = (description: string, example: string) => ({ description, example });
const mayBeText = (description: string, example: string | null) =>
  ({ description, type: String, nullable: true, example }) as const;
const count = (description: string, example: number) =>
  ({ description, example, type: 'integer', format: 'int64' }) as const;
const holdDescription =
  '`RECOVERY`, `UNEXPLAINED_DEBIT` and `STALLED` keep all that goes through a bank. `CASE`, `NEEDS_ACCOUNT`, `COOLING`, `REFUSED`, or why a settlement is held, keep one refund or payout.';

/** One cause that keeps money from leaving. */
export class HoldView {
  @ApiProperty(text(holdDescription, 'UNEXPLAINED_DEBIT'))
  hold!: string;

  @ApiProperty({
    description: 'Whether nothing at all leaves through the bank because of it.',
    example: true,
  })
  isOfBank!: boolean;

  @ApiProperty(text('The bank or acquirer.', 'simulator'))
  provider!: string;

  @ApiProperty(text('Its name.', 'Simulator Bank'))
  bankName!: string;

  @ApiProperty({ ...text('Since when.', '2026-11-20T07:37:00.000Z'), format: 'date-time' })
  since!: string;

  @ApiProperty({
    description: 'Numbers of the cases in which it is decided, the oldest first.',
    type: [Number],
    example: [15],
  })
  caseNumbers!: number[];

  @ApiProperty(count('How many refunds wait for it.', 10))
  refunds!: number;

  @ApiProperty(count('How many payouts wait for it.', 1))
  payouts!: number;

  @ApiProperty(count('What they are to pay, in kobo.', 2_468_125))
  amount!: number;

  @ApiProperty(
    text(
      'All of it in words.',
      'Nothing is being sent through Simulator Bank since 2026-11-20 08:37 (case 15). 10 refunds, 1 payout, ₦24,681.25 wait.',
    ),
  )
  text!: string;
}

/** A refund or payout that waits to be sent. Nothing here is personal. */
export class WaitingSendingView {
  @ApiProperty({ description: 'What is to be sent.', enum: ['REFUND', 'PAYOUT'] })
  kind!: 'REFUND' | 'PAYOUT';

  @ApiProperty(text('Id of the refund, or of the settlement.', 'rfd_01KA0000000000000000000000'))
  subject!: string;

  @ApiProperty(text('The merchant’s reference for it, or the id again.', 'RF-1001'))
  reference!: string;

  @ApiProperty(mayBeText('Id of the merchant.', 'mch_01KA0000000000000000000000'))
  merchantId!: string | null;

  @ApiProperty(mayBeText('Trade name of the merchant.', 'ADA STORES'))
  merchantName!: string | null;

  @ApiProperty(mayBeText('The bank or acquirer.', 'simulator'))
  provider!: string | null;

  @ApiProperty(count('What is to be paid, in kobo.', 770_000))
  amount!: number;

  @ApiProperty(text('Currency of the amount.', 'NGN'))
  currency!: string;

  @ApiProperty(text(holdDescription, 'UNEXPLAINED_DEBIT'))
  hold!: string;

  @ApiProperty({
    description: 'Number of the case that it waits for. Null: no case.',
    type: 'integer',
    format: 'int64',
    nullable: true,
    example: 15,
  })
  caseNumber!: number | null;

  @ApiProperty({
    ...text('Since when it could have left.', '2026-11-20T07:38:00.000Z'),
    format: 'date-time',
  })
  waitsSince!: string;

  @ApiProperty({
    ...mayBeText('When it may be sent: its account is new. Null: at once.', null),
    format: 'date-time',
  })
  sendsFrom!: string | null;
}

export class HoldsView {
  @ApiProperty({
    description: 'All that keeps money from leaving now; what keeps all of a bank comes first.',
    type: [HoldView],
  })
  holds!: HoldView[];

  @ApiProperty({
    description: 'What waits for it: the 100 that wait longest.',
    type: [WaitingSendingView],
  })
  waiting!: WaitingSendingView[];
}
