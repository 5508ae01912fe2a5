import { ColumnsOf } from '../../http/list-columns.js';
import type { RefundView } from './refund.dto.js';

const column = new ColumnsOf<RefundView>();

/** A row of the list of refunds as a file. */
export const refundColumns = [
  column.text('refundId', ({ refundId }) => refundId),
  column.text('refundReference', ({ refundReference }) => refundReference),
  column.text('transactionReference', ({ transactionReference }) => transactionReference),
  column.text('paymentReference', ({ paymentReference }) => paymentReference),
  column.text('status', ({ status }) => status),
  column.text('origin', ({ origin }) => origin),
  column.text('cause', ({ cause }) => cause),
  column.text('reason', ({ reason }) => reason),
  column.text('paymentChannel', ({ paymentChannel }) => paymentChannel),
  column.text('currency', ({ currency }) => currency),
  column.money('amount', ({ amount }) => amount),
  column.money('duty', ({ duty }) => duty),
  column.text('dutyBearer', ({ dutyBearer }) => dutyBearer),
  column.text('accountNumber', ({ destination }) => destination?.accountNumber),
  column.text('accountName', ({ destination }) => destination?.accountName),
  column.text('bankName', ({ destination }) => destination?.bankName),
  column.text('responseCode', ({ responseCode }) => responseCode),
  column.time('createdAt', ({ createdAt }) => createdAt),
  column.time('updatedAt', ({ updatedAt }) => updatedAt),
  column.time('completedAt', ({ completedAt }) => completedAt),
];
