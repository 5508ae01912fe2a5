import { ColumnsOf } from '../../http/list-columns.js';
import type { Transaction } from './transaction.dto.js';

const column = new ColumnsOf<Transaction>();

/** The columns of the list of transactions as a file. */
export const transactionColumns = [
  column.text('transactionReference', ({ transactionReference }) => transactionReference),
  column.text('paymentReference', ({ paymentReference }) => paymentReference),
  column.text('checkoutId', ({ checkoutId }) => checkoutId),
  column.text('status', ({ status }) => status),
  column.text('exception', ({ exception }) => exception),
  column.text('paymentChannel', ({ paymentChannel }) => paymentChannel),
  column.text('currency', ({ currency }) => currency),
  column.money('amountExpected', ({ amountExpected }) => amountExpected),
  column.money('amountReceived', ({ amountReceived }) => amountReceived),
  column.money('amountApplied', ({ amountApplied }) => amountApplied),
  column.money('excessAmount', ({ excessAmount }) => excessAmount),
  column.money('fee', ({ fee }) => fee),
  column.money('vat', ({ vat }) => vat),
  column.text('feeBearer', ({ feeBearer }) => feeBearer),
  column.money('settlementAmount', ({ settlementAmount }) => settlementAmount),
  column.money('amountReturned', ({ amountReturned }) => amountReturned),
  column.money('amountRefunded', ({ amountRefunded }) => amountRefunded),
  column.money('amountTakenBack', ({ amountTakenBack }) => amountTakenBack),
  column.text('settlementStatus', ({ settlementStatus }) => settlementStatus),
  column.day('settlementDueDate', ({ settlementDueDate }) => settlementDueDate),
  column.text('settlementReference', ({ settlementReference }) => settlementReference),
  column.text('accountNumber', ({ virtualAccount }) => virtualAccount?.accountNumber),
  column.text('accountReference', ({ virtualAccount }) => virtualAccount?.reference),
  column.text('sourceAccountNumber', ({ source }) => source?.accountNumber),
  column.text('sourceAccountName', ({ source }) => source?.accountName),
  column.text('sourceBank', ({ source }) => source?.bankName),
  column.text('cardBrand', ({ card }) => card?.brand),
  column.text('cardLast4', ({ card }) => card?.last4),
  column.text('sessionId', ({ sessionId }) => sessionId),
  column.text('narration', ({ narration }) => narration),
  column.time('receivedAt', ({ receivedAt }) => receivedAt),
  column.time('updatedAt', ({ updatedAt }) => updatedAt),
];
