import { ColumnsOf } from '../../http/list-columns.js';
import type { DisputeView } from './dispute.dto.js';

const column = new ColumnsOf<DisputeView>();

/** A row of the list of disputes as a file. */
export const disputeColumns = [
  column.text('disputeId', ({ disputeId }) => disputeId),
  column.text('transactionReference', ({ transactionReference }) => transactionReference),
  column.text('paymentReference', ({ paymentReference }) => paymentReference),
  column.text('checkoutId', ({ checkoutId }) => checkoutId),
  column.text('kind', ({ kind }) => kind),
  column.text('status', ({ status }) => status),
  column.text('reason', ({ reason }) => reason),
  column.text('currency', ({ currency }) => currency),
  column.money('amount', ({ amount }) => amount),
  column.text('answerType', ({ answer }) => answer?.type),
  column.text('answerStatus', ({ answer }) => answer?.status),
  column.text('nextActions', ({ nextActions }) => nextActions.join(' ')),
  column.time('evidenceDueAt', ({ evidenceDueAt }) => evidenceDueAt),
  column.time('openedAt', ({ openedAt }) => openedAt),
  column.time('closedAt', ({ closedAt }) => closedAt),
];
