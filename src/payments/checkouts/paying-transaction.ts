import { payment } from '../credits/payment-shape.js';
import { z } from 'zod';
import { reply, some, whole } from '../../http/reply.js';

/** A payment that paid the order, as it is booked. */
export const PayingTransaction = reply('PayingTransaction', {
  transactionReference: payment.transactionReference,
  amountReceived: whole('Amount of this one payment, in kobo.', 1_000_000),
  ...some(payment, 'fee', 'vat', 'settlementAmount', 'settlementDueDate'),
});
export type PayingTransaction = z.infer<typeof PayingTransaction>;
