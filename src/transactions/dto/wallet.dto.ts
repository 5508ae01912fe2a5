import { ApiProperty } from '@nestjs/swagger';
import { walletLineTypes, type WalletLineType } from '../../domain/ports/wallet-lines.port.js';
import { PageQuery, PageView } from '../../http/paging.js';
import { EnumQuery } from '../../http/query-fields.js';

/** A change of your balance: what came in, or went out. */
export class WalletTransaction {
  @ApiProperty({ example: '4211-1' })
  entryId!: string;

  @ApiProperty({ enum: ['CREDIT', 'DEBIT'], example: 'CREDIT' })
  direction!: string;

  @ApiProperty({ enum: walletLineTypes, example: 'COLLECTION' })
  type!: string;

  @ApiProperty({
    description: 'Always positive; direction says which way. In kobo.',
    example: 1_000_000,
  })
  amount!: number;

  @ApiProperty({ example: '₦10,000.00' })
  amountFormatted!: string;

  @ApiProperty({ example: 'NGN' })
  currency!: string;

  @ApiProperty({
    description: 'What you had before, in kobo; negative: what you owed.',
    example: 0,
  })
  balanceBefore!: number;

  @ApiProperty({ description: 'What you had after, in kobo.', example: 1_000_000 })
  balanceAfter!: number;

  @ApiProperty({
    description: 'What it is about: a transaction, refund, dispute or payout.',
    example: 'txn_01KA0000000000000000000000',
  })
  reference!: string;

  @ApiProperty({ type: String, nullable: true, example: 'ORD-1001' })
  paymentReference!: string | null;

  @ApiProperty({ example: 'Payment of ORD-1001' })
  narration!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T14:12:34.150Z' })
  createdAt!: string;
}

/** Schema name of the source document. */
export class PagedTransactions {
  @ApiProperty({ type: [WalletTransaction] })
  items!: WalletTransaction[];

  @ApiProperty({ type: PageView })
  page!: PageView;
}

export class WalletTransactionsQuery extends PageQuery {
  @EnumQuery(['CREDIT', 'DEBIT'], { description: 'Only what came in, or only what went out.' })
  direction?: 'CREDIT' | 'DEBIT';

  @EnumQuery(walletLineTypes, { description: 'Only these.' })
  type?: WalletLineType;
}
