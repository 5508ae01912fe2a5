import { ColumnsOf } from '../../http/list-columns.js';
import type { CheckoutListItem } from './checkout-list.dto.js';

const column = new ColumnsOf<CheckoutListItem>();

/** A row of the list of checkouts as a file. */
export const checkoutColumns = [
  column.text('checkoutId', ({ checkoutId }) => checkoutId),
  column.text('paymentReference', ({ paymentReference }) => paymentReference),
  column.text('status', ({ status }) => status),
  column.text('statusReason', ({ statusReason }) => statusReason),
  column.text('exceptions', ({ exceptions }) => exceptions.join(' ')),
  column.text('paymentChannel', ({ paymentChannel }) => paymentChannel),
  column.text('currency', ({ currency }) => currency),
  column.money('amount', ({ amount }) => amount),
  column.money('amountExpected', ({ amountExpected }) => amountExpected),
  column.money('amountPaid', ({ amountPaid }) => amountPaid),
  column.money('amountAccepted', ({ amountAccepted }) => amountAccepted),
  column.money('amountHeld', ({ amountHeld }) => amountHeld),
  column.money('amountReturned', ({ amountReturned }) => amountReturned),
  column.money('amountRefunded', ({ amountRefunded }) => amountRefunded),
  column.money('amountTakenBack', ({ amountTakenBack }) => amountTakenBack),
  column.money('amountOutstanding', ({ amountOutstanding }) => amountOutstanding),
  column.text('accountNumber', ({ accountNumber }) => accountNumber),
  column.text('firstName', ({ customer }) => customer.firstName),
  column.text('lastName', ({ customer }) => customer.lastName),
  column.text('email', ({ customer }) => customer.email),
  column.text('phoneNumber', ({ customer }) => customer.phoneNumber),
  column.text('description', ({ description }) => description),
  column.text('paymentLinkId', ({ paymentLinkId }) => paymentLinkId),
  column.time('createdAt', ({ createdAt }) => createdAt),
  column.time('updatedAt', ({ updatedAt }) => updatedAt),
  column.time('expiresAt', ({ expiresAt }) => expiresAt),
];
