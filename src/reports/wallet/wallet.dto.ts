import { z } from 'zod';
import { reply, text, whole, time, day, listOf } from '../../http/reply.js';

export const NextSettlement = reply('NextSettlement', {
  date: day('Day in Lagos on which it is sent.', '2026-11-23'),
  amount: whole('Amount that is sent to your bank account, in kobo.', 989_250),
});

/** Your money in one currency. In kobo. */
export const WalletBalance = reply('WalletBalance', {
  currency: text(),
  available: whole('Amount that can be paid out, in kobo. Below zero: you owe it.', 0),
  pending: whole('Amount that was collected and is not due yet, in kobo.', 989_250),
  reserved: whole('Amount that is held for disputes, in kobo.', 0),
  inTransit: whole('Amount on its way to your bank account, in kobo.', 0),
  total: whole('Sum of `available`, `pending`, `reserved` and `inTransit`, in kobo.', 989_250),
  nextSettlement: NextSettlement.nullable().meta({
    description:
      'The next scheduled settlement, if nothing else happens. Null when nothing will be sent.',
  }),
});
export type WalletBalance = z.infer<typeof WalletBalance>;

export const WalletBalanceData = reply('WalletBalanceData', {
  merchantId: text(),
  asOf: time(),
  balances: listOf(WalletBalance, 'Balance of each currency.'),
});
export type WalletBalanceData = z.infer<typeof WalletBalanceData>;
