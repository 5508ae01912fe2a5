import { ApiProperty } from '@nestjs/swagger';
import { walletLineTypes, type WalletLineType } from '../wallet/wallet-lines.port.js';
import { PageQuery, PageView } from '../../http/paging.js';
import { EnumQuery } from '../../http/query-fields.js';

/** A change of your balance: what came in, or went out. */
export class WalletTransaction {
  @ApiProperty({ description: 'Id of the line.', example: '4211-1' })
  entryId!: string;

  @ApiProperty({ enum: ['CREDIT', 'DEBIT'] })
  direction!: string;

  @ApiProperty({
    description: 'What changed the balance.',
    enum: walletLineTypes,
    example: 'COLLECTION',
  })
  type!: string;

  @ApiProperty({
    description: 'Amount in kobo. It is always positive; `direction` says which way it went.',
    example: 1_000_000,
  })
  amount!: number;

  @ApiProperty()
  amountFormatted!: string;

  @ApiProperty()
  currency!: string;

  @ApiProperty({
    description: 'Balance before the line, in kobo. Below zero: you owed it.',
    example: 0,
  })
  balanceBefore!: number;

  @ApiProperty({ description: 'Balance after the line, in kobo.', example: 1_000_000 })
  balanceAfter!: number;

  @ApiProperty({
    description: 'Reference of the transaction, refund, dispute or payout.',
    example: 'txn_01KA0000000000000000000000',
  })
  reference!: string;

  @ApiProperty({
    description: 'Your reference for the order. Null without an order.',
    type: String,
    nullable: true,
    example: 'ORD-1001',
  })
  paymentReference!: string | null;

  @ApiProperty({ description: 'The line in words.', example: 'Payment of ORD-1001' })
  narration!: string;

  @ApiProperty({
    description: 'Time at which it was booked.',
    format: 'date-time',
    example: '2026-11-20T14:12:34.150Z',
  })
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
  @EnumQuery(['CREDIT', 'DEBIT'], {
    description: 'Only what came in (CREDIT), or only what went out (DEBIT).',
  })
  direction?: 'CREDIT' | 'DEBIT';

  @EnumQuery(walletLineTypes, { description: 'Only lines of this type.' })
  type?: WalletLineType;
}
