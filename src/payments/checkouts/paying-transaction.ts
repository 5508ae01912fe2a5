import { z } from 'zod';
import { reply, text, whole, day } from '../../http/reply.js';

/** A payment that paid the order, as it is booked. */
export const PayingTransaction = reply('PayingTransaction', {
  transactionReference: text(),
  amountReceived: whole('Amount of this one payment, in kobo.', 1_000_000),
  fee: whole(),
  vat: whole(),
  settlementAmount: whole(),
  settlementDueDate: day().nullable(),
});
export type PayingTransaction = z.infer<typeof PayingTransaction>;
