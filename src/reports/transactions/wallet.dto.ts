import { z } from 'zod';
import { reply, text, whole, time, oneOf } from '../../http/reply.js';
import { walletLineTypes, type WalletLineType } from '../wallet/wallet-lines.js';
import { PageQuery, listReply } from '../../http/paging.js';
import { EnumQuery } from '../../http/query-fields.js';

/** A change of your balance: money that came in, or went out. */
export const WalletTransaction = reply('WalletTransaction', {
  entryId: text('Id of the line.', '4211-1'),
  direction: oneOf(['CREDIT', 'DEBIT']),
  type: oneOf(walletLineTypes, 'What changed the balance.', 'COLLECTION'),
  amount: whole(
    'Amount in kobo. It is always positive; `direction` says which way it went.',
    1_000_000,
  ),
  amountFormatted: text(),
  currency: text(),
  balanceBefore: whole('Balance before the line, in kobo. Below zero: you owed it.', 0),
  balanceAfter: whole('Balance after the line, in kobo.', 1_000_000),
  reference: text(
    'Reference of the transaction, refund, dispute or payout.',
    'txn_01KA0000000000000000000000',
  ),
  paymentReference: text(
    'Your reference for the order. Null without an order.',
    'ORD-1001',
  ).nullable(),
  narration: text('The line in words.', 'Payment of ORD-1001'),
  createdAt: time('Time at which it was booked.', '2026-11-20T14:12:34.150Z'),
});
export type WalletTransaction = z.infer<typeof WalletTransaction>;

/** The schema has its name from the source document. */
export const PagedTransactions = listReply('PagedTransactions', WalletTransaction);
export type PagedTransactions = z.infer<typeof PagedTransactions>;

export class WalletTransactionsQuery extends PageQuery {
  @EnumQuery(['CREDIT', 'DEBIT'], {
    description: 'Only what came in (CREDIT), or only what went out (DEBIT).',
  })
  direction?: 'CREDIT' | 'DEBIT';

  @EnumQuery(walletLineTypes, { description: 'Only lines of this type.' })
  type?: WalletLineType;
}
